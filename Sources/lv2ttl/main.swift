import Glibc
import Martlet
import TurtleWriter

// lv2ttl DIRECTORY          writes the Turtle files of the bundle to DIRECTORY.
// lv2ttl --check DIRECTORY  compares them; the exit status is 1 if a file is stale, missing or unexpected.

/// Writes one line to standard error.
func printError(_ line: String) {
  let text = Array((line + "\n").utf8)
  _ = write(STDERR_FILENO, text, text.count)
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard arguments.count == 1, let directory = arguments.first, !directory.hasPrefix("-") else {
  printError("usage: lv2ttl [--check] DIRECTORY")
  exit(2)
}

do {
  let bundle = TurtleBundle(documents)
  if isCheck {
    let stale = try bundle.staleFiles(in: directory)
    for name in stale {
      printError("lv2ttl: \(directory)/\(name) differs from the Swift declarations. Run 'make ttl'.")
    }
    exit(stale.isEmpty ? 0 : 1)
  }
  try bundle.write(to: directory)
} catch {
  printError("lv2ttl: \(directory): \(error)")
  exit(3)
}
