import Model
import TestHost

enum LifeRunZero: PluginCheck {
  enum Message: MessageKind {
    case audioWritten, latencyNotUpdated

    var text: MessageText {
      switch self {
      case .audioWritten:
        MessageText(
          .error,
          rule: Rule(
            "When sample_count is 0, the plug-in should update any output ports that represent a single instant in time "
              + "(for example, control ports, but not audio ports)", source: "lv2/core/lv2.h: run()"),
          remedy: "Test sample_count before the first pass of each loop that writes {the output}, because it may be 0.")
      case .latencyNotUpdated:
        MessageText(
          .warning,
          rule: Rule(
            "When sample_count is 0, latent plug-ins should update their latency output port so hosts can pre-roll "
              + "plug-ins to compute latency", source: "lv2/core/lv2.h: run()"),
          remedy: "Write the latency to {the port} outside of the loop over the frames, in every call of run().")
      }
    }
  }

  static let id: CheckID = "life.run-zero"
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule("Plug-ins MUST NOT crash when sample_count is 0", source: "lv2/core/lv2.h: run()"),
      remedy: "Write loops that may run zero times, and access no frame if sample_count is 0."))
  static let text = CheckText(
    asserts: "A call of run(0) does not crash, writes no audio, and updates the latency.",
    method: "Calls run(0) before the first block and between blocks. Before each call, the output buffers and the "
      + "latency port hold a known value; the check examines what changed.",
    details: "The known values are a NaN whose payload no arithmetic produces, and a normal number, which arithmetic "
      + "changes as it does not change a NaN.",
    level: CheckLevel(2, "Hosts call run() with 0 frames to update control outputs."))

  private static let sentinels = [Float(bitPattern: 0x7fc5_a5a5), Float(bitPattern: 0x3f35_a5a5)]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if context.plugin.requiresOneBlockLength { return .skipped("the plug-in requires blocks of a fixed length") }
    let instance = try context.activeInstance()
    for time in ["before the first block", "between blocks"] {
      for sentinel in sentinels {
        let outcome = outcome(instance, context, time, sentinel)
        guard outcome == .passed else { return outcome }
      }
      instance.play(context.noise, frames: 4 * context.blockLength)
    }
    return .passed
  }

  private static func outcome(
    _ instance: InstanceUnderTest, _ context: PluginContext, _ time: String, _ sentinel: Float
  ) -> CheckOutcome {
    func isSentinel(_ value: Float) -> Bool { value.bitPattern == sentinel.bitPattern }
    CrashRecord.note(activity: "run(0) \(time)")
    let latency = context.plugin.latencyPort
    if let latency { instance[control: latency.index] = sentinel }
    for port in instance.audioOutputs {
      instance.samples(port.index)?.update(repeating: sentinel, count: instance.configuration.maximumBlockLength)
    }
    instance.prepareAtoms()
    instance.run(0)
    let block = Finding.Block(index: instance.blockIndex - 1, frames: 0)
    return .findings {
      if let place = instance.firstOutput(in: instance.configuration.maximumBlockLength, where: { !isSentinel($0) }) {
        finding(
          .audioWritten, about: context.symbol(place.port),
          "run(0) \(time) wrote sample \(place.frame) of output \(context.name(place.port)); expected no audio.",
          naming: ["output \(context.name(place.port))"], call: "run()", block: block)
      }
      if let latency, isSentinel(instance[control: latency.index]) {
        finding(
          .latencyNotUpdated, about: latency.symbol,
          "run(0) \(time) did not write the latency port '\(latency.symbol)'; expected the latency.",
          naming: ["port '\(latency.symbol)'"], call: "run()", block: block)
      }
    }
  }
}
