import LV2Host
import Model
import Support
import TestHost

enum LifeInstantiate: PluginCheck {
  enum Message: MessageKind {
    case nullAtRequiredRate, nullAtHighRate, nullForSecondInstance, featureOrder

    var text: MessageText {
      switch self {
      case .nullAtRequiredRate:
        MessageText(
          .error, rule: rule,
          remedy: "{Return NULL from instantiate() only if an allocation fails or a required feature is missing}.")
      case .nullAtHighRate:
        MessageText(
          .warning, rule: rule,
          remedy: "{Compute lengths and coefficients from sample_rate in instantiate() instead of rejecting the rate}.")
      case .nullForSecondInstance:
        MessageText(
          .error,
          rule: Rule(
            "Any simultaneous calls that are not explicitly forbidden are allowed; for example, a host may call run() for "
              + "two different plug-in instances simultaneously", source: "lv2core.meta.ttl: Threading Rules"),
          remedy: "Keep all state in the instance and none in static variables, so that every call of instantiate() "
            + "succeeds.")
      case .featureOrder:
        MessageText(
          .error,
          rule: Rule(
            "features is a NULL terminated array of LV2_Feature structs for the features that the host supports, in any order",
            source: "lv2/core/lv2.h: instantiate()"),
          remedy: "Look at every element of the array in instantiate(), the first and the last one included.")
      }
    }
  }

  private static let rule = Rule(
    "instantiate() returns a handle for the new plug-in instance; LV2 has no term by which a plug-in limits the sample rate",
    source: "lv2/core/lv2.h: instantiate()")

  static let id: CheckID = "life.instantiate"
  static let measuresTime = true
  static let answersFor: Set<EndSubject> = [.instance]
  static let depth = CheckDepth.library
  static let text = CheckText(
    asserts:
      "Instances can be created and run at the usual sample rates, two at once, and freed in any order and without activate().",
    method:
      "Creates an instance at each of seven sample rates, measures instantiate() and runs four blocks of noise. If that fails, reverses the "
      + "order of the features. Then runs two instances "
      + "at once and frees the first, and a third that was never activated, while the second continues.",
    details: "NULL is an error at the rate of the run and at 44.1 and 48 kHz. NULL is a warning at 88.2, 96 and 192 "
      + "kHz, and allowed at 8 and 384 kHz. The specification gives a plug-in no other way to reject a rate. A crash "
      + "is an error at every rate. The heap blocks of the three simultaneous instances become inaccessible when they "
      + "are freed.",
    level: CheckLevel(1, "A host that cannot create or run instances cannot use the plug-in."))

  private static let requiredRates: [Double] = [44_100, 48_000]
  private static let highRates: [Double] = [88_200, 96_000, 192_000]
  private static let unusualRates: [Double] = [8_000, 384_000]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = context.obstacle { return .skipped(obstacle) }
    if let path = context.plugin.binaryPath {
      // Other checks report a library that cannot be loaded or has no such plug-in.
      _ = try PluginLibrary(path: path, bundlePath: context.plugin.bundlePath, features: nil, keepLoaded: true)
        .descriptor(uri: context.plugin.uri)
    }
    let required = [context.rate] + requiredRates.filter { $0 != context.rate }
    let times = try (required + highRates.filter { $0 != context.rate }).map { try openingTime(context, at: $0) }
    let atRequired = failures(required, times, .nullAtRequiredRate)
    let atHigh = failures(
      highRates.filter { $0 != context.rate }, Array(times.dropFirst(required.count)), .nullAtHighRate)
    if times[0] == nil, let finding = try orderFinding(context) { return .findings([finding]) }
    for rate in unusualRates { _ = try openingTime(context, at: rate) }
    CrashRecord.note(activity: "")
    (try? InstanceUnderTest(context, InstanceSetup(context)))?.cleanup()
    // The guard makes an access to memory that another instance freed crash at once.
    _ = GuardedHeap.begin()
    defer { GuardedHeap.end() }
    let runsTwice = try runsTwice(context)
    let findings = CheckOutcome.findings {
      atRequired
      atHigh
      if !runsTwice, atRequired.isEmpty {
        finding(
          .nullForSecondInstance,
          "instantiate() returned NULL while another instance of the plug-in existed; expected a second instance.",
          call: "instantiate()")
      }
    }
    guard let openingTime = times[0], case .findings(let list) = findings else { return findings }
    return .measured("instantiate() took \((openingTime / 1e5).rounded() / 10) ms", list)
  }

  @FindingsBuilder
  private static func failures(_ rates: [Double], _ times: [Double?], _ message: Message) -> [Finding] {
    for (rate, time) in zip(rates, times) {
      if time == nil {
        finding(
          message, about: "\(Int(rate)) Hz",
          "instantiate() returned NULL at \(Int(rate)) Hz; expected an instance.\(memoryLimit)",
          naming: [remedy(message, rate)], call: "instantiate()")
      }
    }
  }

  /// If instantiate() fails with the features in one order, and succeeds with them in the reverse order.
  private static func orderFinding(_ context: PluginContext) throws -> Finding? {
    CrashRecord.note(activity: "the features in the reverse order")
    let setup = InstanceSetup(context, \.reversesFeatures, true)
    guard let instance = try unlessNull({ try InstanceUnderTest(context, setup) }) else { return nil }
    instance.cleanup()
    // A plug-in can fail at the first attempt only.
    guard try openingTime(context, at: context.rate) == nil else { return nil }
    return finding(
      .featureOrder,
      "instantiate() returned NULL with the features of the host in one order, and an instance with the same features in "
        + "the reverse order; expected an instance.", call: "instantiate()")
  }

  /// The sentence about an allocation that failed; empty if none did.
  private static var memoryLimit: String {
    let bytes = CrashRecord.failedAllocation
    return bytes > 0 ? " An allocation of \(bytes.counted("byte")) failed at lv2val's own memory limit." : ""
  }

  private static func remedy(_ message: Message, _ rate: Double) -> String {
    if CrashRecord.failedAllocation > 0 {
      return "Allocate in instantiate() only the memory that the plug-in needs at \(Int(rate)) Hz"
    }
    return message == .nullAtHighRate
      ? "Compute lengths and coefficients from sample_rate in instantiate() instead of returning NULL at \(Int(rate)) Hz"
      : "Return NULL from instantiate() only if an allocation fails or a required feature is missing, not because of the "
        + "rate of \(Int(rate)) Hz"
  }

  /// The duration of instantiate() at that rate in nanoseconds, nil if it returns NULL; runs the instance.
  private static func openingTime(_ context: PluginContext, at rate: Double) throws -> Double? {
    CrashRecord.note(activity: rate == context.rate ? "" : "\(Int(rate)) Hz")
    return try unlessNull {
      let instance = try context.activeInstance(InstanceSetup(rate: rate, blockLength: context.blockLength))
      instance.play(context.noise, frames: 4 * context.blockLength)
      return instance.openingTime
    }
  }

  private static func runsTwice(_ context: PluginContext) throws -> Bool {
    CrashRecord.note(activity: "two instances at once")
    let created = try unlessNull { try (0..<2).map { _ in try InstanceUnderTest(context, InstanceSetup(context)) } }
    guard let instances = created else { return false }
    for instance in instances { instance.activate() }
    for start in 0..<4 {
      for instance in instances {
        instance.play(context.noise, frames: context.blockLength, from: start * context.blockLength)
      }
    }
    CrashRecord.note(activity: "an instance that is never activated")
    let idle = try? InstanceUnderTest(context, InstanceSetup(context))
    CrashRecord.note(activity: "the first of two instances is freed, the second continues")
    instances[0].deactivate()
    instances[0].cleanup()
    instances[1].play(context.noise, frames: 2 * context.blockLength)
    CrashRecord.note(activity: "an instance that was never activated is freed, another continues")
    idle?.cleanup()
    instances[1].play(context.noise, frames: 2 * context.blockLength)
    return true
  }
}
