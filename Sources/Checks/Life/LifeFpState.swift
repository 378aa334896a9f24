import CProbe
import LV2Host
import TestHost
import ValidationModel

enum LifeFpState: PluginCheck {
  static let id: CheckID = "life.fp-state"
  /// In a process of its own, so that the library is loaded here for the first time.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The floating-point control state is the same after every call.",
    rule: "The control registers are preserved across calls: a host's other code depends on them",
    source: "System V ABI, AMD64: 3.2.1 Registers and the Stack Frame",
    method:
      "Compares MXCSR and the x87 control word before and after each call of the life cycle, and before and after the "
      + "library is loaded (a warning); run() with noise, with silence and with no frames, and all again with flush-to-zero "
      + "on, as most hosts have it. The sticky exception flags, which any computation sets, do not count.",
    remedy:
      "Save the state at the beginning of run() and restore it at every return, or leave flushing denormals to the "
      + "host. Where loading changes it: do not link with -ffast-math, with which GCC links a constructor "
      + "(crtfastmath.o) that does.",
    severities: [.error, .warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    var findings: [Finding] = []
    func guarded<T>(_ call: String, _ severity: Severity = .error, _ body: () throws -> T) rethrows -> T {
      let before = FloatingPointState()
      defer {
        let change = before.change(to: FloatingPointState())
        before.restore()
        if let change {
          findings.append(finding(severity, "\(call)() changes \(change).", call: "\(call)()"))
        }
      }
      return try body()
    }
    guarded("dlopen", .warning) { InstanceUnderTest.keepLoaded(context.plugin) }
    defer { probe_fp_set_flush(false) }
    for flushes in [false, true] {
      probe_fp_set_flush(flushes)
      CrashRecord.note(activity: flushes ? "flush-to-zero on" : "flush-to-zero off")
      let instance = try guarded("instantiate") { try InstanceUnderTest(context, InstanceSetup(context)) }
      guarded("connect_port") { instance.connectAll() }
      guarded("activate") { instance.activate() }
      guarded("run") { _ = instance.play(context.noise, frames: 4 * context.blockLength) }
      guarded("run") { _ = instance.play(.silence, frames: 4 * context.blockLength) }
      if !instance.configuration.isFixedBlockLength { guarded("run") { instance.run(0) } }
      guarded("extension_data") {
        _ = InstanceUnderTest.noted("extension_data") { instance.hosted.extensionData(URI.State.interface) }
      }
      guarded("deactivate") { instance.deactivate() }
      guarded("cleanup") { instance.cleanup() }
      guard findings.isEmpty else { break }
    }
    // Each block of a kind changes the same.
    return .findings(findings.enumerated().filter { !findings[..<$0].contains($1) }.map(\.element))
  }
}
