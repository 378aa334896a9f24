import Support

public enum Arguments {
  /// All arguments, the first of which is the name of the program.
  ///
  /// `CommandLine.arguments` replaces invalid UTF-8, so that an argument would name another file.
  ///
  /// - Throws: `UsageError` for an argument that is not UTF-8.
  public static func all() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { break }
      guard let text = String(validatingCString: argument) else {
        throw UsageError(
          "argument \(index), '\(String(cString: argument))', is not UTF-8; rename the file or use a link")
      }
      arguments.append(text)
    }
    return arguments
  }
}
