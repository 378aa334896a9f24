import CProbe
import LV2Host
import TestHost
import ValidationModel

enum LifeInstantiate: PluginCheck {
  static let id: CheckID = "life.instantiate"
  static let depth = CheckDepth.library
  static let text = CheckText(
    asserts:
      "It can be instantiated and run at the usual rates, twice at once, also when other instances are freed; freed without "
      + "having been activated; and at other rates does not crash.",
    rule: "instantiate() returns NULL only where it fails, and a plug-in may be instantiated any number of times",
    source: "lv2/core/lv2.h: instantiate()",
    method: """
      Makes an instance at 44.1, 48, 88.2, 96 and 192 kHz and at 8 and 384 kHz, and runs a few blocks of noise in \
      each. NULL is an error at the rate of the run, 44.1 and 48 kHz, a warning at the higher usual ones, and \
      right at 8 and 384 kHz. Then two instances that are alive together, and one that is freed before it is \
      activated. The second of the two goes on when the first is freed, and when the third is; the heap blocks of \
      the three become inaccessible with that.
      """,
    remedy: "Derive everything from the rate that instantiate() is given, and keep nothing in global variables.",
    severities: [.error, .warning])

  private static let usual: [Double] = [44_100, 48_000]
  /// The specification has no word for the rates that a plug-in is made for: NULL is how it says no.
  private static let high: [Double] = [88_200, 96_000, 192_000]
  private static let strange: [Double] = [8_000, 384_000]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = context.obstacle { return .skipped(obstacle) }
    if let path = context.plugin.binaryPath {
      // A library that does not load, or does not know the plug-in, is another check's finding.
      _ = try PluginLibrary(path: path, bundlePath: context.plugin.bundlePath, features: nil, keepLoaded: true)
        .descriptor(uri: context.plugin.uri)
    }
    var findings: [Finding] = []
    for rate in [context.rate] + usual.filter({ $0 != context.rate }) where try !runs(context, at: rate) {
      findings.append(finding(.error, "instantiate() returns NULL at \(Int(rate)) Hz.", call: "instantiate()"))
    }
    for rate in high.filter({ $0 != context.rate }) where try !runs(context, at: rate) {
      findings.append(finding(.warning, "instantiate() returns NULL at \(Int(rate)) Hz.", call: "instantiate()"))
    }
    for rate in strange { _ = try runs(context, at: rate) }
    // What one instance frees and another uses is to be missed at once.
    _ = probe_heap_guard_begin()
    defer { probe_heap_guard_end() }
    if try !runsTwice(context), !findings.contains(where: { $0.severity == .error }) {
      findings.append(
        finding(
          .error, "instantiate() returns NULL while another instance of the plug-in is alive.", call: "instantiate()"))
    }
    return .findings(findings)
  }

  /// Whether there is an instance at that rate.
  private static func runs(_ context: PluginContext, at rate: Double) throws -> Bool {
    CrashRecord.note(activity: "\(Int(rate)) Hz")
    do {
      let setup = InstanceSetup(rate: rate, blockLength: context.blockLength)
      _ = try context.record(context.noise, frames: 4 * context.blockLength, setup)
      return true
    } catch HostError.notInstantiated {
      return false
    }
  }

  private static func runsTwice(_ context: PluginContext) throws -> Bool {
    CrashRecord.note(activity: "two instances at once")
    do {
      let instances = [try InstanceUnderTest(context, InstanceSetup(context)), try InstanceUnderTest(context, InstanceSetup(context))]
      for instance in instances { instance.activate() }
      for start in 0..<4 {
        for instance in instances {
          instance.play(context.noise, frames: context.blockLength, from: start * context.blockLength)
        }
      }
      CrashRecord.note(activity: "an instance that is never activated")
      let idle = try? InstanceUnderTest(context, InstanceSetup(context))
      CrashRecord.note(activity: "one of two instances is freed, and the other goes on")
      instances[0].deactivate()
      instances[0].cleanup()
      instances[1].play(context.noise, frames: 2 * context.blockLength)
      CrashRecord.note(activity: "an instance that is never activated is freed, and another goes on")
      idle?.cleanup()
      instances[1].play(context.noise, frames: 2 * context.blockLength)
      return true
    } catch HostError.notInstantiated {
      return false
    }
  }
}
