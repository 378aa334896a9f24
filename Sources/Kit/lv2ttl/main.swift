import Glibc
import Support

// lv2ttl LIBRARY DIRECTORY BINARY UI PREFIX CLAP WEB: writes the generated files of a bundle to DIRECTORY: the Turtle, and additional
// files; to the file CLAP the description of the plug-ins for CLAP, in C; and to the file WEB that for a page, in JSON.
//
// LIBRARY is an LV2 library on LV2Kit that is built without Embedded Swift. BINARY is its name in the bundle, and UI that of
// the library with the user interfaces. PREFIX is that of relative URIs. Both can be empty. The command plug-in lv2-bundle
// runs this program.

/// Prints lines to standard error and ends the program.
func fail(_ lines: [String], status: Int32) -> Never {
  let text = Array(lines.map { "lv2ttl: \($0)\n" }.joined().utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(status)
}

let arguments = CommandLine.arguments
guard arguments.count == 8 else {
  fail(["usage: lv2ttl LIBRARY DIRECTORY BINARY UI PREFIX CLAP WEB"], status: 2)
}
let directory = arguments[2]
do {
  let files = try GeneratedFiles(
    library: arguments[1], binary: arguments[3], interfaceBinary: arguments[4], prefix: arguments[5])
  for (name, text) in files.all {
    if let end = name.lastIndex(of: "/") { mkdir("\(directory)/\(name[..<end])", 0o777) }
    try OutputFile("\(directory)/\(name)").write(Array(text.utf8))
  }
  try OutputFile(arguments[6]).write(Array(files.clap.utf8))
  try OutputFile(arguments[7]).write(Array(files.web.utf8))
} catch let error as GeneratedFiles.Failure {
  fail(error.lines, status: 1)
} catch {
  fail(["\(directory): \(error)"], status: 3)
}
