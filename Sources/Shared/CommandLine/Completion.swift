/// What shells offer for the value of an option or for an operand.
public enum Completion: Equatable, Sendable {
  case words([String])
  case files
  case directories
  /// The lines of a pipeline's output, each a candidate and optionally a tab and its description.
  ///
  /// - `name`: a name for the shell function, unique in the tool.
  /// - `pipeline`: in the common syntax of bash, zsh and fish. `$context` is the value of the tool's context option, and
  ///   `$current` the word before the cursor.
  /// - `isList`: whether the value is a list with commas.
  /// - `isPrefix`: whether the user continues a candidate, so that no space follows it.
  case lines(name: String, pipeline: String, isList: Bool = false, isPrefix: Bool = false)

  public static let plugins = Completion.lines(name: "plugins", pipeline: "lv2ls 2>/dev/null")

  /// The common sample rates, in hertz.
  public static let rates = Completion.words(["44100", "48000", "88200", "96000", "192000"])
}
