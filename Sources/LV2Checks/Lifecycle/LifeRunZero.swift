import LV2Host

enum LifeRunZero: PluginCheck {
  static let id = CheckID.lifeRunZero
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
    let rig = try Rig(context, RigSetup(context))
    rig.activate()
    for when in ["before the first block", "between blocks"] {
      for sentinel in sentinels {
        let findings = look(rig, context, when, sentinel)
        guard findings.isEmpty else { return .findings(findings) }
      }
      rig.play(context.noise, frames: 4 * context.blockLength)
    }
    return .passed
  }

  private static func look(_ rig: Rig, _ context: PluginContext, _ when: String, _ sentinel: Float) -> [Finding] {
    func isSentinel(_ value: Float) -> Bool { value.bitPattern == sentinel.bitPattern }
    BlackBox.note(stage: when)
    let latency = context.plugin.latencyPort
    if let latency { rig[control: latency.index] = sentinel }
    for port in rig.audioOutputs {
      rig.samples(port.index)?.update(repeating: sentinel, count: rig.configuration.maximumBlockLength)
    }
    rig.prepareAtoms()
    rig.run(0)
    var findings: [Finding] = []
    if let place = rig.firstOutput(in: rig.configuration.maximumBlockLength, where: { !isSentinel($0) }) {
      findings.append(
        finding(
          .error,
          "It writes sample \(place.frame) of output \(context.name(place.port)) in a block of no frames, \(when).",
          call: "run()", block: .init(index: rig.blockIndex - 1, frames: 0)))
    }
    if let latency, isSentinel(rig[control: latency.index]) {
      findings.append(
        finding(
          .warning, "It does not update the latency in a block of no frames, \(when).", call: "run()",
          block: .init(index: rig.blockIndex - 1, frames: 0)))
    }
    return findings
  }
}
