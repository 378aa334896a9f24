import Glibc
import Support

/// A program that runs beside the checks, without standard streams.
enum QuietProgram {
  /// Starts a program of `PATH`. Returns nil if it is not installed.
  ///
  /// - Parameters:
  ///   - words: its name and its arguments.
  ///   - descriptor: a file that is open in it as descriptor 3; nil for none.
  static func start(_ words: [String], descriptor: Int32? = nil) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0) }
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
    let arguments = CStrings(words)
    var process = pid_t()
    let status = posix_spawnp(&process, words[0], &actions, nil, arguments.pointers, environ)
    return status == 0 ? process : nil
  }

  static func end(_ process: pid_t) {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }
}
