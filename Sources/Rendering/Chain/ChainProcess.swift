import CProcess
import FoundationEssentials
import Glibc

/// The child process that runs the chain, seen from the parent, which never loads a plug-in.
///
/// The child is this program again, in a process group of its own; it dies with its parent. The parent keeps
/// `SharedBlocks.slotCount` slots on their way, so that files are read and written while plug-ins run.
final class ChainProcess {
  /// The argument by which the program knows that it is the child.
  static let argument = "--run-chain"

  private let plan: ChainPlan
  let blocks: SharedBlocks
  private let child: pid_t
  private let requests: Closable
  private let answers: Int32
  private let patience: Int
  private var reaped: Int32?

  /// Starts the child and waits until all plug-ins are active.
  ///
  /// - Parameters:
  ///   - patience: how long any one call of a plug-in may take, in seconds.
  ///   - showOutput: lets what plug-ins print reach stderr; it is dropped otherwise.
  /// - Throws: `RenderError.plugin` where one of them fails; `internal`.
  init(_ plan: ChainPlan, patience: Int, showOutput: Bool) throws(RenderError) {
    self.plan = plan
    self.patience = patience
    let blocks = try SharedBlocks(for: plan)
    self.blocks = blocks
    var down: [Int32] = [-1, -1]
    var up: [Int32] = [-1, -1]
    guard pipe2(&down, O_CLOEXEC) == 0, pipe2(&up, O_CLOEXEC) == 0 else { throw .internal("no pipe") }
    requests = Closable(down[1])
    answers = up[0]
    child = Interruption.holding {
      let child = Self.spawn(memory: blocks.descriptor, requests: down[0], answers: up[1], showOutput: showOutput)
      Interruption.kill(group: max(0, child))
      return child
    }
    close(down[0])
    close(up[1])
    guard child > 0 else { throw .internal("no child process: \(String(cString: strerror(errno)))") }
    try send(plan)
    _ = try receive()
  }

  deinit {
    requests.close()
    close(answers)
    if reaped == nil {
      kill(-child, SIGKILL)
      kill(child, SIGKILL)
      _ = wait()
    }
  }

  /// Hands a slot over whose input is filled; may be called from another thread than `receive`.
  ///
  /// - Returns: false where the child is gone, of which `receive` tells more.
  func submit(_ slot: Int) -> Bool {
    var byte = UInt8(slot)
    return write(requests.number, &byte, 1) == 1
  }

  /// Tells the child that there is no more; to be called by the thread that submits.
  func hangUp() { requests.close() }

  /// Waits for the oldest slot that is not back yet; its output is filled then.
  ///
  /// - Throws: `RenderError.plugin` where the child dies or hangs.
  func receive() throws(RenderError) -> Int {
    var byte: UInt8 = 0
    var waited = 0
    while true {
      var entry = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, 1000)
      if ready == 0 {
        waited += 1
        if waited >= patience { throw .plugin("\(place()) does not return: ended after \(patience) s") }
        continue
      }
      if ready < 0 { continue }
      switch read(answers, &byte, 1) {
      case 1 where Int(byte) < SharedBlocks.slotCount: return Int(byte)
      case 1: throw .plugin(message())
      case 0: throw .plugin(death(of: wait()))
      default: continue
      }
    }
  }

  /// Lets the chain end.
  ///
  /// - Returns: what went wrong in doing so, or nil; the sound is complete either way.
  func finish() -> String? {
    hangUp()
    var entry = pollfd(fd: answers, events: 0, revents: 0)
    for _ in 0..<patience where poll(&entry, 1, 1000) == 0 {}
    if entry.revents == 0 {
      kill(-child, SIGKILL)
      _ = wait()
      return "\(place()) does not return"
    }
    let status = wait()
    return status == 0 && blocks.noted.call == .finished ? nil : death(of: status)
  }

  /// The text that the child sent in place of a slot.
  private func message() -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(answers, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    return "\(name(blocks.noted.stage)): \(String(decoding: text, as: UTF8.self))"
  }

  private func death(of status: Int32) -> String {
    let signal = status & 0x7f
    if signal != 0 { return "\(place()) crashed: \(String(cString: strsignal(signal)))" }
    return "\(place()) ended the process with exit status \((status >> 8) & 0xff)"
  }

  /// Which plug-in, in which call, and when.
  private func place() -> String {
    let (call, stage, frame) = blocks.noted
    let what =
      switch call {
      case .load: "while its library was loaded"
      case .instantiate: "in instantiate()"
      case .restore: "while its state was restored"
      case .activate: "in activate()"
      case .run: "in run() at \(seconds(frame)) s"
      case .deactivate: "in deactivate()"
      case .cleanup: "in cleanup()"
      case .finished: "after cleanup()"
      }
    return "\(name(stage)), \(what)"
  }

  private func name(_ stage: Int) -> String {
    guard plan.stages.indices.contains(stage) else { return "the chain" }
    let plugin = plan.stages[stage].plugin
    return "plug-in \(stage + 1), \(plugin.name) <\(plugin.uri)>"
  }

  private func seconds(_ frame: Int) -> String {
    let thousandths = frame * 1000 / plan.rate
    let fraction = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  private func wait() -> Int32 {
    if let reaped { return reaped }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    reaped = status
    kill(-child, SIGKILL)
    Interruption.holding { Interruption.kill(group: 0) }
    return status
  }

  private func send(_ plan: ChainPlan) throws(RenderError) {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = ChainProcess.floats.encoding
    guard let data = try? encoder.encode(plan) else { throw .internal("the chain cannot be encoded") }
    try send(withUnsafeBytes(of: UInt32(data.count)) { [UInt8]($0) } + data)
  }

  private func send(_ bytes: [UInt8]) throws(RenderError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(requests.number, $0.baseAddress, $0.count) }
      if count < 0 && errno == EPIPE { throw .plugin(death(of: wait())) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// How infinities and NaN, which a bundle may hold, cross as JSON.
  static let floats:
    (
      encoding: JSONEncoder.NonConformingFloatEncodingStrategy, decoding: JSONDecoder.NonConformingFloatDecodingStrategy
    ) = (
      .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
      .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    )

  private static func spawn(memory: Int32, requests: Int32, answers: Int32, showOutput: Bool) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Above every number in use first, so that no copy overwrites what is still to be copied.
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
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("lv2render"), strdup(argument), nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    errno = posix_spawn(&child, "/proc/self/exe", &actions, &attributes, &arguments, Glibc.environ)
    return errno == 0 ? child : -1
  }

  /// A descriptor that is closed once, whoever asks for it.
  private final class Closable {
    private(set) var number: Int32

    init(_ number: Int32) { self.number = number }

    func close() {
      if number >= 0 { Glibc.close(number) }
      number = -1
    }
  }
}
