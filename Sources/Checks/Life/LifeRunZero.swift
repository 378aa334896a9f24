import LV2Host
import TestHost
import ValidationModel

enum LifeRunZero: PluginCheck {
  static let id: CheckID = "life.run-zero"
  static let text = CheckText(
    asserts: "run(0) does not crash and writes no audio; it updates the latency.",
    rule:
      "A host calls run() with no frames to learn the latency before it plays: outputs are set, no audio is written",
    source: "lv2core.meta.ttl: lv2:latency, pre-roll with sample_count 0",
    method: "Calls run(0) first thing and between blocks, with the output buffers and the latency set to a NaN that "
      + "nothing computes, and then to a number, and looks whether they have changed.",
    remedy: "Let loops run zero times, and set the latency port outside of them.",
    severities: [.error, .warning])

  /// A quiet NaN with a payload that no operation produces, and a number that arithmetic changes, as it does not a NaN.
  private static let sentinels = [Float(bitPattern: 0x7fc5_a5a5), Float(bitPattern: 0x3f35_a5a5)]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if context.plugin.requiresOneBlockLength {
      return .skipped("it requires blocks of a fixed length")
    }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.activate()
    for when in ["before the first block", "between blocks"] {
      for sentinel in sentinels {
        let findings = look(instance, context, when, sentinel)
        guard findings.isEmpty else { return .findings(findings) }
      }
      instance.play(context.noise, frames: 4 * context.blockLength)
    }
    return .passed
  }

  private static func look(_ instance: InstanceUnderTest, _ context: PluginContext, _ when: String, _ sentinel: Float) -> [Finding] {
    func isSentinel(_ value: Float) -> Bool { value.bitPattern == sentinel.bitPattern }
    CrashRecord.note(activity: when)
    let latency = context.plugin.latencyPort
    if let latency { instance[control: latency.index] = sentinel }
    for port in instance.audioOutputs {
      instance.samples(port.index)?.update(repeating: sentinel, count: instance.configuration.maximumBlockLength)
    }
    instance.prepareAtoms()
    instance.run(0)
    var findings: [Finding] = []
    if let place = instance.firstOutput(in: instance.configuration.maximumBlockLength, where: { !isSentinel($0) }) {
      findings.append(
        finding(
          .error,
          "It writes sample \(place.frame) of output \(context.name(place.port)) in a block of no frames, \(when).",
          call: "run()", block: .init(index: instance.blockIndex - 1, frames: 0)))
    }
    if let latency, isSentinel(instance[control: latency.index]) {
      findings.append(
        finding(
          .warning, "It does not update the latency in a block of no frames, \(when).", call: "run()",
          block: .init(index: instance.blockIndex - 1, frames: 0)))
    }
    return findings
  }
}
