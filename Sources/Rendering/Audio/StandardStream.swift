import Glibc

/// What stands for standard input and output among file names: `-`, and the paths that lead there too. A file that is
/// named so is `./-`.
enum StandardStream: Int32 {
  case input = 0
  case output = 1

  /// As users are told of it.
  var name: String { self == .input ? "standard input" : "standard output" }

  /// A path that leads to what is behind it, and opens that unless it is a socket.
  var path: String { self == .input ? "/dev/stdin" : "/dev/stdout" }

  /// Whether a file name means it.
  func isMeant(by file: String) -> Bool { file == "-" || file == path }

  /// The path that a file name stands for.
  func location(_ file: String) -> String { isMeant(by: file) ? path : file }

  /// Another descriptor of it, or -1 with errno.
  func duplicate() -> Int32 { fcntl(rawValue, F_DUPFD_CLOEXEC, 3) }
}
