import Glibc

/// Standard input or output, named `-`, `/dev/stdin` or `/dev/stdout` on the command line. A file named `-` is `./-`.
enum StandardStream: Int32 {
  case input = 0
  case output = 1

  /// The name for messages.
  var name: String { self == .input ? "standard input" : "standard output" }

  /// The path of the stream; it cannot be opened if the stream is a socket.
  var path: String { self == .input ? "/dev/stdin" : "/dev/stdout" }

  /// Whether a file name denotes this stream.
  func isMeant(by file: String) -> Bool { file == "-" || file == path }

  /// The path that a file name denotes.
  func location(_ file: String) -> String { isMeant(by: file) ? path : file }

  /// A duplicate of the descriptor; -1 and `errno` on failure.
  func duplicate() -> Int32 { fcntl(rawValue, F_DUPFD_CLOEXEC, 3) }
}
