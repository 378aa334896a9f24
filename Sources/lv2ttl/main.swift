import Glibc
import Support

// lv2ttl LIBRARY DIRECTORY BINARY: writes the generated files of a bundle to DIRECTORY: the Turtle, and additional files.
//
// LIBRARY is an LV2 library on LV2Kit that is built without Embedded Swift. BINARY is its name in the bundle. The command
// plug-in lv2-bundle runs this program.

/// Prints lines to standard error and ends the program.
func fail(_ lines: [String], status: Int32) -> Never {
  let text = Array(lines.map { "lv2ttl: \($0)\n" }.joined().utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(status)
}

guard CommandLine.arguments.count == 4 else { fail(["usage: lv2ttl LIBRARY DIRECTORY BINARY"], status: 2) }
let directory = CommandLine.arguments[2]
do {
  let files = try GeneratedFiles(library: CommandLine.arguments[1], binary: CommandLine.arguments[3])
  for (name, text) in files.all {
    if let end = name.lastIndex(of: "/") { mkdir("\(directory)/\(name[..<end])", 0o777) }
    try OutputFile("\(directory)/\(name)").write(Array(text.utf8))
  }
} catch let error as GeneratedFiles.Failure {
  fail(error.lines, status: 1)
} catch {
  fail(["\(directory): \(error)"], status: 3)
}
