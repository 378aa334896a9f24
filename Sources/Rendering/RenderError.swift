/// Why nothing was written. Each case is one line for the user and one exit status.
public enum RenderError: Error, Hashable, Sendable {
  /// The command line, or what it names, makes no sense: the whole message.
  case usage(String)
  /// A sound file could not be opened or read; `reason` is libsndfile's or the system's.
  case input(path: String, reason: String)
  /// The result could not be written; the target is as it was.
  case output(path: String, reason: String)
  /// What is written itself, a pipe for one, took no more.
  case incomplete(path: String, reason: String)
  /// A plug-in could not be loaded or instantiated, crashed, ended the process, or hung.
  case plugin(String)
  /// lv2render itself failed.
  case `internal`(String)

  /// 1 for files, 2 for wrong use, 3 for plug-ins, 4 for lv2render itself.
  public var exitStatus: Int32 {
    switch self {
    case .input, .output, .incomplete: 1
    case .usage: 2
    case .plugin: 3
    case .internal: 4
    }
  }
}

extension RenderError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .usage(let message), .plugin(let message), .internal(let message): message
    case .input(let path, let reason): "\(path): \(reason)"
    case .output(let path, let reason): "\(path): \(reason); nothing was written"
    case .incomplete(let path, let reason): "\(path): \(reason); what was written is incomplete"
    }
  }
}
