import LV2Host
import Model
import TestHost

enum LifeFpState: PluginCheck {
  enum Message: MessageKind {
    case changedByLoading, changedByCall, changedByOtherCall

    var text: MessageText {
      switch self {
      case .changedByLoading: MessageText(.warning, rule: rule, remedy: "{Remove -ffast-math from the link command}.")
      case .changedByCall:
        MessageText(
          .error, rule: rule,
          remedy:
            "Save the state with fegetenv() at the beginning of {run()} and restore it with fesetenv() before every "
            + "return{, or leave flush-to-zero to the host}.")
      case .changedByOtherCall:
        MessageText(
          .warning, rule: rule,
          remedy: "Do not change the state in {instantiate()}, or restore it with fesetenv() before every return"
            + "{: hosts set flush-to-zero on the audio thread}.")
      }
    }
  }

  private static let rule = Rule(
    "The control bits of the MXCSR register and the x87 control word are callee-saved: preserved across calls",
    source: "System V ABI, AMD64: 3.2.1 Registers and the Stack Frame")

  static let id: CheckID = "life.fp-state"
  /// The first load of the library must happen in this check.
  static let isolation = CheckIsolation.first
  static let text = CheckText(
    asserts: "Every call leaves the floating-point control state unchanged.",
    method: "Compares MXCSR and the x87 control word, or FPCR on arm64, before and after each call from instantiate() "
      + "to cleanup(), and before and after the library is loaded. A change in run() and connect_port() is an error, "
      + "other changes are warnings. All calls are repeated with flush-to-zero on.",
    details:
      "The check calls run() with noise, with silence and with no frames. Only run() and connect_port() belong to the audio "
      + "thread, in which other plug-ins compute with the changed state. Most hosts set flush-to-zero. The sticky exception flags "
      + "do not count, because any computation sets them. GCC links a constructor (crtfastmath.o) into libraries that are "
      + "linked with -ffast-math; it changes the state when the library is loaded.",
    level: CheckLevel(5, "Other plug-ins in the thread compute with the changed state."))

  /// What the remedy of a message names, for a change in a call.
  private static func names(_ message: Message, _ call: String, _ change: String) -> [String] {
    let flushes = change.contains(FloatingPointState.flushToZeroName)
    switch message {
    case .changedByLoading:
      return [
        flushes
          ? "Remove -ffast-math from the command that links the library, and keep it for the compiler if necessary"
          : "Do not change the state in a constructor of the library"
      ]
    case .changedByCall: return [call, flushes ? ", or leave flush-to-zero to the host" : ""]
    case .changedByOtherCall: return [call, flushes ? ": hosts set flush-to-zero on the audio thread" : ""]
    }
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    var findings: [Finding] = []
    func compare<T>(
      _ function: String, _ message: Message = .changedByOtherCall, _ body: () throws -> T
    ) rethrows -> T {
      let before = FloatingPointState()
      FloatingPointState.leftBehind = nil
      defer {
        let change = before.change(to: FloatingPointState.leftBehind ?? before)
        if let change {
          let call = "\(function)()"
          let subject = message == .changedByLoading ? "Loading the library with dlopen()" : call
          findings.append(
            finding(
              message, about: call,
              "\(subject) changed the floating-point control state (\(change)); expected no change.",
              naming: names(message, call, change), call: Call(call)))
        }
      }
      return try body()
    }
    compare("dlopen", .changedByLoading) { InstanceUnderTest.keepLoaded(context.plugin) }
    defer { FloatingPointState.setFlushToZero(false) }
    for flushes in [false, true] {
      FloatingPointState.setFlushToZero(flushes)
      CrashRecord.note(activity: flushes ? "flush-to-zero on" : "flush-to-zero off")
      let instance = try compare("instantiate") { try InstanceUnderTest(context, InstanceSetup(context)) }
      compare("connect_port", .changedByCall) { instance.connectAll() }
      compare("activate") { instance.activate() }
      compare("run", .changedByCall) { _ = instance.play(context.noise, frames: 4 * context.blockLength) }
      compare("run", .changedByCall) { _ = instance.play(.silence, frames: 4 * context.blockLength) }
      if !instance.configuration.isFixedBlockLength { compare("run", .changedByCall) { instance.run(0) } }
      compare("extension_data") {
        _ = InstanceUnderTest.noted("extension_data") { instance.hosted.extensionData(URI.State.interface) }
      }
      compare("deactivate") { instance.deactivate() }
      compare("cleanup") { instance.cleanup() }
      guard findings.isEmpty else { break }
    }
    // Different blocks can report the same change.
    return .findings(findings.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
  }
}
