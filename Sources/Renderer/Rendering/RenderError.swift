import Glibc

/// The reason why a rendering failed. Each case is one line for the user and one exit status.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The command line is wrong, or it names something that does not exist or does not fit.
  case usage(String)
  /// A file could not be opened or read.
  case input(path: String, reason: String)
  /// The output could not be written; an existing file is unchanged.
  case output(path: String, reason: String)
  /// A pipe or another destination that is written directly failed; it holds a part of the output.
  case incomplete(path: String, reason: String)
  /// A plug-in could not be loaded or instantiated, crashed, ended the process, or did not return.
  case plugin(String)
  /// lv2render itself failed.
  case `internal`(String)

  /// The exit statuses of lv2render.
  public enum Status: Int32, Sendable {
    case file = 1
    case usage = 2
    case plugin = 3
    case `internal` = 4
  }

  public var status: Status {
    switch self {
    case .input, .output, .incomplete: .file
    case .usage: .usage
    case .plugin: .plugin
    case .internal: .internal
    }
  }

  public var description: String {
    switch self {
    case .usage(let message), .plugin(let message), .internal(let message): message
    case .input(let path, let reason): "\(path): \(reason)"
    case .output(let path, let reason): "\(path): \(reason); no output was written"
    case .incomplete(let path, let reason): "\(path): \(reason); the output is incomplete"
    }
  }
}

/// The system's text for an error number, by default that of the last call.
func systemMessage(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
