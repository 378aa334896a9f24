import CProcess
import Glibc
import Support
import Synchronization

/// The child process that runs the chain; the parent never loads a plug-in.
///
/// The child is this program, in its own process group; it is killed if its parent ends. Up to `SharedBlocks.slotCount`
/// slots are in use at once, so that the parent reads and writes files while plug-ins run.
final class ChainProcess {
  /// The argument that makes this program the child.
  static let argument = "--run-chain"

  private let plan: ChainPlan
  let blocks: SharedBlocks
  private let child: pid_t
  /// -1 after it was closed.
  private var requests: Int32
  private let answers: Int32
  /// Readable when the child has ended; -1 if the system has no such descriptor. A process that a plug-in started can keep
  /// the pipe open after that.
  private let end: Int32
  private let timeout: Int
  /// The number of answers that the child owes. The first one states that all plug-ins are active.
  private let owed = Atomic<Int>(1)
  private var reaped: Int32?

  /// Starts the child and waits until all plug-ins are active.
  ///
  /// - Parameters:
  ///   - timeout: the time limit of one call of a plug-in, in seconds.
  ///   - showOutput: whether to pass the output of plug-ins to standard error; otherwise it is discarded.
  /// - Throws: `RenderError.plugin` if a plug-in fails; `internal`.
  init(_ plan: ChainPlan, timeout: Int, showOutput: Bool) throws(RenderError) {
    self.plan = plan
    self.timeout = timeout
    let blocks = try SharedBlocks(for: plan)
    self.blocks = blocks
    var down: [Int32] = [-1, -1]
    var up: [Int32] = [-1, -1]
    guard pipe2(&down, O_CLOEXEC) == 0, pipe2(&up, O_CLOEXEC) == 0 else {
      throw .internal("The system could not create a pipe: \(systemMessage())")
    }
    requests = down[1]
    answers = up[0]
    child = Interruption.withSignalsBlocked {
      let child = Self.spawn(memory: blocks.descriptor, requests: down[0], answers: up[1], showOutput: showOutput)
      Interruption.setProcessGroup(max(0, child))
      return child
    }
    close(down[0])
    close(up[1])
    end = child > 0 ? cprocess_descriptor_of(child) : -1
    guard child > 0 else { throw .internal("The system could not start a process: \(systemMessage())") }
    guard let data = try? plan.json() else { throw .internal("The plan of the chain could not be encoded as JSON.") }
    let message = withUnsafeBytes(of: UInt32(data.count)) { [UInt8]($0) } + data
    if writeAll(message, to: requests) != nil { throw .plugin(ending(wait())) }
    _ = try receive()
  }

  deinit {
    closeRequests()
    close(answers)
    if end >= 0 { close(end) }
    if reaped == nil {
      kill(-child, SIGKILL)
      kill(child, SIGKILL)
      _ = wait()
    }
  }

  /// Submits a slot after its input was filled. It may run on another thread than `receive`.
  ///
  /// - Returns: false if the child has ended; `receive` throws the reason.
  func submit(_ slot: Int) -> Bool {
    var byte = UInt8(slot)
    owed.add(1, ordering: .relaxed)
    return write(requests, &byte, 1) == 1
  }

  /// Closes the pipe, after which the child ends. Call it on the thread that submits.
  func closeRequests() {
    if requests >= 0 { close(requests) }
    requests = -1
  }

  /// Waits for the output of the oldest submitted slot.
  ///
  /// - Throws: `RenderError.plugin` if the child ends or a plug-in does not return in time.
  func receive() throws(RenderError) -> Int {
    var byte: UInt8 = 0
    switch waitForChild(Int16(POLLIN)) {
    case .timeout: throw .plugin("\(place()) did not return within \(timeout) s")
    case .ended: throw .plugin(ending(wait()))
    case .answered: owed.subtract(1, ordering: .relaxed)
    }
    switch read(answers, &byte, 1) {
    case 1 where Int(byte) < SharedBlocks.slotCount: return Int(byte)
    case 1: throw .plugin(message())
    default: throw .plugin(ending(wait()))
    }
  }

  /// Ends the child.
  ///
  /// - Returns: the failure of a plug-in after its last block, or nil. The output is complete in both cases.
  func finish() -> String? {
    closeRequests()
    if waitForChild(0) == .timeout {
      kill(-child, SIGKILL)
      _ = wait()
      return "\(place()) did not return within \(timeout) s"
    }
    let status = wait()
    return status == 0 && blocks.current.call == .finished ? nil : ending(status)
  }

  private enum Answer { case answered, ended, timeout }

  /// Waits until the child answers or ends, or the time limit of a call has passed, which begins anew with each call. A
  /// child that waits for its input has no limit.
  ///
  /// - Parameter events: POLLIN to wait for an answer; 0 to wait for the end only.
  private func waitForChild(_ events: Int16) -> Answer {
    var (call, seconds) = (blocks.callCount, 0)
    while seconds < timeout {
      var entries = [
        pollfd(fd: answers, events: events, revents: 0), pollfd(fd: end, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&entries, 2, 1000)
      if ready > 0, entries[0].revents != 0 { return entries[0].revents & Int16(POLLIN) != 0 ? .answered : .ended }
      if ready > 0 || hasEnded { return .ended }
      let isWaiting = events != 0 && owed.load(ordering: .relaxed) == 0
      seconds = isWaiting || blocks.callCount != call ? 0 : seconds + 1
      call = blocks.callCount
    }
    return .timeout
  }

  /// Whether the child has ended, without waiting.
  private var hasEnded: Bool {
    if reaped == nil {
      var status: Int32 = 0
      if waitpid(child, &status, WNOHANG) == child { reaped = status }
    }
    return reaped != nil
  }

  /// The message that the child sent before it exited, instead of a slot.
  private func message() -> String {
    _ = wait()
    _ = fcntl(answers, F_SETFL, O_NONBLOCK)
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(answers, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    return "\(name(blocks.current.stage)): \(String(decoding: text, as: UTF8.self))"
  }

  private func ending(_ status: Int32) -> String {
    let signal = status & 0x7f
    if signal != 0 { return "\(place()) crashed: \(String(cString: strsignal(signal)))" }
    return "\(place()) ended the process with exit status \((status >> 8) & 0xff)"
  }

  /// The plug-in, the call and the time.
  private func place() -> String {
    let (call, stage, frame) = blocks.current
    let location =
      switch call {
      case .load: "while loading its library"
      case .instantiate: "in instantiate()"
      case .restore: "while restoring its state"
      case .activate: "in activate()"
      case .run: "in run() at \(seconds(frame)) s"
      case .deactivate: "in deactivate()"
      case .cleanup: "in cleanup()"
      case .finished: "after cleanup()"
      }
    return "\(name(stage)), \(location)"
  }

  private func name(_ stage: Int) -> String {
    guard plan.stages.indices.contains(stage) else { return "The chain" }
    let plugin = plan.stages[stage].plugin
    return "Plug-in \(stage + 1), \(plugin.name) <\(plugin.uri)>"
  }

  private func seconds(_ frame: Int) -> String {
    let thousandths = frame * 1000 / plan.rate
    return "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
  }

  private func wait() -> Int32 {
    var status = reaped ?? 0
    if reaped == nil { while waitpid(child, &status, 0) < 0 && errno == EINTR {} }
    reaped = status
    kill(-child, SIGKILL)
    Interruption.withSignalsBlocked { Interruption.setProcessGroup(0) }
    return status
  }

  private static func spawn(memory: Int32, requests: Int32, answers: Int32, showOutput: Bool) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Numbers above 100 first, so that no copy overwrites a descriptor that is still needed.
    for (source, target) in [(memory, 3), (requests, 4), (answers, 5)] as [(Int32, Int32)] {
      posix_spawn_file_actions_adddup2(&actions, source, target + 100)
    }
    for target in [3, 4, 5] as [Int32] {
      posix_spawn_file_actions_adddup2(&actions, target + 100, target)
      posix_spawn_file_actions_addclose(&actions, target + 100)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if showOutput {
      posix_spawn_file_actions_adddup2(&actions, 2, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    let arguments = CStrings(["lv2render", argument])
    var child: pid_t = 0
    errno = posix_spawn(&child, "/proc/self/exe", &actions, &attributes, arguments.pointers, Glibc.environ)
    return errno == 0 ? child : -1
  }
}
