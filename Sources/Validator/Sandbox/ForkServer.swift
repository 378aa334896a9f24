import CSandbox
import FoundationEssentials
import Glibc
import Support

/// A process of this program from which the processes of all jobs are forked.
///
/// A job therefore starts without loading the program and its libraries, and with the data that the server prepared. The
/// server never loads a plug-in, so jobs do not influence each other.
public final class ForkServer {
  private let program: String
  private let arguments: [String]
  private let environment: [String: String]
  /// nil before the first job, and after the end of the process.
  private var running: (process: pid_t, socket: Int32)?
  /// How often the process ended although jobs ran. The kernel then ends these jobs too.
  private(set) var losses = 0

  /// - Parameters:
  ///   - program: the executable, which calls `JobProcess.serve()` first.
  ///   - environment: variables that are added to those of this process.
  public init(program: String = "/proc/self/exe", arguments: [String], environment: [String: String] = [:]) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  deinit { end() }

  /// The time that the process has to end by itself.
  private static let patience = Duration.seconds(1)

  /// Ends the process of the server, if it runs, and returns its wait status. All its jobs must have ended.
  @discardableResult
  public func end() -> Int32 {
    guard let running else { return 0 }
    self.running = nil
    close(running.socket)
    kill(running.process, SIGCONT)
    var status: Int32 = 0
    let start = ContinuousClock.now
    while waitpid(running.process, &status, WNOHANG) == 0 {
      if ContinuousClock.now - start > Self.patience { kill(running.process, SIGKILL) }
      usleep(1000)
    }
    return status
  }

  /// Forks a process, and starts the server if necessary. A server that ended or does not answer is replaced once.
  ///
  /// - Parameters:
  ///   - folder: the working directory of the process, which is also its home directory.
  ///   - input: what `JobProcess.serve()` returns in the process.
  ///   - descriptors: the descriptors of the process from 0 on; -1 for `/dev/null`.
  func fork(folder: String, input: [UInt8], descriptors: [Int32]) throws(SandboxError) -> pid_t {
    let isNew = running == nil
    do throws(SandboxError) {
      return try request(folder, input, descriptors)
    } catch {
      guard !isNew, running == nil else { throw error }
      return try request(folder, input, descriptors)
    }
  }

  private func request(_ folder: String, _ input: [UInt8], _ descriptors: [Int32]) throws(SandboxError) -> pid_t {
    if running == nil { try start(folder: folder) }
    guard let running else { throw SandboxError(.begin) }
    // A job can have stopped the server.
    kill(running.process, SIGCONT)
    let process = sandbox_fork(running.socket, folder, input, input.count, descriptors)
    if process < 0 { throw failure(.spawn) }
    return process
  }

  /// Waits for the end of a process that `fork` returned, and returns its wait status.
  func wait(for process: pid_t) throws(SandboxError) -> Int32 {
    var status: Int32 = 0
    guard let running else { throw SandboxError(.wait, errno: ECHILD) }
    kill(running.process, SIGCONT)
    guard sandbox_wait(running.socket, process, &status) == 0 else { throw failure(.wait) }
    return status
  }

  /// A descriptor that reports a hang-up when the process ends; -1 if it does not run.
  var polled: Int32 { running?.socket ?? -1 }

  /// Notices that the process ended although jobs run.
  func noticeLoss() {
    guard running != nil else { return }
    losses += 1
    end()
  }

  private func start(folder: String) throws(SandboxError) {
    let words = CStrings([program] + arguments)
    let variables = variables(folder: folder)
    var socket: Int32 = -1
    let process = sandbox_start_server(program, words.pointers, variables.pointers, &socket)
    guard process > 0 else { throw SandboxError(.begin) }
    running = (process, socket)
  }

  /// The failure of a request. If the server has ended or does not answer, the next request starts another one.
  private func failure(_ step: SandboxError.Step) -> SandboxError {
    let errno = Glibc.errno
    guard let process = running?.process, [EPIPE, ECONNRESET, EAGAIN, EINTR].contains(errno) else {
      return SandboxError(step, errno: errno)
    }
    if errno == EAGAIN || errno == EINTR { kill(process, SIGKILL) }
    losses += 1
    return SandboxError(.begin, reason: "the process ended with \(JobEnding.Exit(waitStatus: end()))")
  }

  /// The environment of the server. The folders of all jobs have names of the same length, so each job can replace the
  /// first one in place.
  private func variables(folder: String) -> CStrings {
    var variables = ProcessInfo.processInfo.environment
    variables["TMPDIR"] = folder
    // A plug-in neither reads nor changes the user's home directory. The X11 authority file remains available.
    if let home = variables.updateValue(folder, forKey: "HOME"), variables["XAUTHORITY"] == nil {
      variables["XAUTHORITY"] = "\(home)/.Xauthority"
    }
    for kind in ["CONFIG", "DATA", "STATE", "CACHE"] { variables["XDG_\(kind)_HOME"] = nil }
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables.merge(environment) { $1 }
    return CStrings(variables.map { "\($0.key)=\($0.value)" }.sorted())
  }
}
