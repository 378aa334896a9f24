import FoundationEssentials
import Glibc
import Martlet

// lv2ttl DIRECTORY          writes the bundle's Turtle there
// lv2ttl --check DIRECTORY  compares, and exits with 1 where a file is stale or not wanted

/// One line on standard error.
func complain(_ line: String) {
  let text = Array((line + "\n").utf8)
  _ = write(STDERR_FILENO, text, text.count)
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard arguments.count == 1, let directory = arguments.first, !directory.hasPrefix("-") else {
  complain("usage: lv2ttl [--check] DIRECTORY")
  exit(2)
}

do {
  let folder = BundleFolder(path: directory)
  let bundle = Bundle(documents)
  if isCheck {
    let stale = try folder.staleFiles(bundle)
    for name in stale { complain("lv2ttl: \(directory)/\(name) is not what Swift declares: run 'make ttl'") }
    exit(stale.isEmpty ? 0 : 1)
  }
  try folder.write(bundle)
} catch {
  complain("lv2ttl: \(directory): \(error)")
  exit(3)
}
