import Glibc
import Support

/// The same chain over many files: a process of this program for each, several at once.
struct Batch {
  private let files: [(input: String, output: String)]
  private let folder: String
  /// The arguments of each process besides its files.
  private let arguments: [String]
  private let jobs: Int

  /// - Throws: `UsageError` if two inputs would have the same output.
  init(_ inputs: [String], into folder: String, _ arguments: [String], jobs: Int?) throws(UsageError) {
    files = inputs.map { ($0, "\(folder)/\($0.split(separator: "/").last ?? "")") }
    let doubles = Dictionary(grouping: files, by: \.output).values.first { $0.count > 1 }
    if let doubles {
      throw UsageError("\(doubles[0].input) and \(doubles[1].input) would both be written to \(doubles[0].output)")
    }
    (self.folder, self.arguments) = (folder, arguments)
    self.jobs = jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// Processes all files, and returns the exit status of the first one that failed, or 0.
  ///
  /// SIGINT, SIGTERM and SIGHUP are passed on to the processes, and no other begins.
  func run(progress: (String) -> Void) -> Int32 {
    // If it cannot be made, or is there already, the processes tell.
    mkdir(folder, 0o777)
    let signals = Self.blockSignals()
    var (running, next, done, end): ([pid_t: Int], Int, Int, Int32?) = ([:], 0, 0, nil)
    var failed: [Int: Int32] = [:]
    while true {
      while end == nil, running.count < jobs, next < files.count {
        if let process = start(files[next]) { running[process] = next } else { failed[next] = 4 }
        next += 1
      }
      if running.isEmpty { break }
      progress("\(done) of \(files.count.counted("file"))")
      let signal = Self.wait(for: signals)
      if signal != SIGCHLD {
        end = 128 + signal
        for process in running.keys { kill(process, signal) }
      }
      for (process, file) in running {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { continue }
        running[process] = nil
        done += 1
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        if code != 0 { failed[file] = code }
      }
    }
    return end ?? failed.min { $0.key < $1.key }?.value ?? 0
  }

  private func start(_ file: (input: String, output: String)) -> pid_t? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    // Files whose names begin with - are no options.
    let words = CStrings([tool.name, "--quiet"] + arguments + ["--", file.input, file.output])
    var process = pid_t()
    let status = posix_spawn(&process, "/proc/self/exe", nil, &attributes, words.pointers, environ)
    if status != 0 { console.error("\(file.input) was not processed: \(String(cString: strerror(status)))") }
    return status == 0 ? process : nil
  }

  private static func blockSignals() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGCHLD, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    sigprocmask(SIG_BLOCK, &signals, nil)
    return signals
  }

  private static func wait(for signals: sigset_t) -> Int32 {
    var (signals, signal) = (signals, Int32(0))
    while sigwait(&signals, &signal) != 0 {}
    return signal
  }
}
