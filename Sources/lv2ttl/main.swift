import CLV2
import FoundationEssentials
import Glibc
import LV2Kit
import Support

// lv2ttl LIBRARY DIRECTORY [BINARY]          writes the Turtle files of the bundle to DIRECTORY.
// lv2ttl --check LIBRARY DIRECTORY [BINARY]  compares them; the exit status is 1 if one is stale, missing or unexpected.
//
// LIBRARY is an LV2 library on LV2Kit that is built without Embedded Swift. BINARY is its name in the bundle, by default
// the name of LIBRARY.

/// Writes a line to standard error.
func printError(_ line: String) {
  let text = Array("lv2ttl: \(line)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard (2...3).contains(arguments.count), !arguments.contains(where: { $0.hasPrefix("-") }) else {
  printError("usage: lv2ttl [--check] LIBRARY DIRECTORY [BINARY]")
  exit(2)
}
let bundle = BundleFolder(path: arguments[1])
do {
  let files = try GeneratedFiles(library: arguments[0], binary: arguments.count > 2 ? arguments[2] : nil).all
  if isCheck {
    let stale = try bundle.names(staleComparedWith: files)
    for name in stale { printError("\(bundle.path)/\(name) differs from the Swift declarations; generate it again") }
    exit(stale.isEmpty ? 0 : 1)
  }
  try bundle.write(files)
} catch let error as GeneratedFiles.Failure {
  for line in error.lines { printError(line) }
  exit(3)
} catch {
  printError("\(bundle.path): \(error)")
  exit(3)
}
