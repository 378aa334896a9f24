/// What the program was started with.
enum Arguments {
  /// All of them, beginning with the program's name.
  ///
  /// - Throws: `UsageError` for one that is not UTF-8, which would stand for another file.
  static func all() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { break }
      guard let text = String(validatingCString: argument) else {
        throw UsageError("argument \(index), '\(String(cString: argument))', is not UTF-8: rename what it stands for")
      }
      arguments.append(text)
    }
    return arguments
  }
}
