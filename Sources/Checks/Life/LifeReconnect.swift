import CProbe
import LV2Host
import TestHost
import ValidationModel

enum LifeReconnect: PluginCheck {
  static let id: CheckID = "life.reconnect"
  static let text = CheckText(
    asserts:
      "Ports can be connected before and after activate, between runs, again and again, to memory that holds junk.",
    rule: "connect_port() may be called at any time but during run(), with memory whose content counts only when run() "
      + "is called, and the last connection holds",
    source: "lv2/core/lv2.h: connect_port()",
    method: "Plays the same noise into fresh instances: connected as usual; first to memory full of NaN and then anew; "
      + "before the controls get their values; anew after activate; and to other memory before every second block. The memory "
      + "that is not connected holds other values of the controls. The outputs must be the same.",
    remedy: "Store the pointer in connect_port() and do nothing else there; read it in run() alone.",
    severities: [.error])

  private static let frames = 4096

  static func run(in context: PluginContext) throws -> CheckOutcome {
    switch try context.reference(context.noise, frames: frames) {
    case .none(let reason):
      _ = try alternating(context)
      return .skipped("only tried for crashes: \(reason)")
    case .recording(let usual):
      let ways: [(String, (PluginContext) throws -> Recording)] = [
        ("ports were first connected to memory that held junk", afterJunk),
        ("controls get their values after the ports are connected, and before activate()", beforeValues),
        ("ports are connected anew after activate()", afterActivation),
        ("ports are connected to other memory before every second block", alternating),
      ]
      let differences = try ways.compactMap { description, record -> Difference? in
        CrashRecord.note(activity: description)
        let other = try record(context)
        return usual.firstDifference(from: other).map { Difference($0, description, other, record) }
      }
      let findings = differences.map { difference in
        finding(
          .error,
          "The output \(context.name(difference.place.port)) is different, from frame \(difference.place.frame) on, when "
            + "\(difference.description).",
          call: "run()", block: .init(index: difference.place.frame / context.blockLength, frames: context.blockLength),
          seed: context.seed)
      }
      return try context.confirmed(findings) { context in
        try context.record(context.noise, frames: frames).isIdentical(to: usual)
          && differences.allSatisfy { try $0.record(context).isIdentical(to: $0.recording) }
      }
    }
  }

  /// One way to connect that gives another output.
  private struct Difference {
    var place: Recording.Place
    var description: String
    var recording: Recording
    var record: (PluginContext) throws -> Recording

    init(
      _ place: Recording.Place, _ description: String, _ recording: Recording,
      _ record: @escaping (PluginContext) throws -> Recording
    ) {
      self.place = place
      self.description = description
      self.recording = recording
      self.record = record
    }
  }

  /// Before activate, every port sees memory full of NaN.
  private static func afterJunk(_ context: PluginContext) throws -> Recording {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let size = max(instance.configuration.maximumBlockLength * 4, instance.configuration.sequenceSize)
    let junk = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    junk.initializeMemory(as: UInt8.self, repeating: 0xff, count: size)
    defer { junk.deallocate() }
    for port in instance.plugin.ports { instance.connect(port.index, to: junk) }
    instance.connectAll()
    instance.activate(reconnecting: false)
    return instance.play(context.noise, frames: frames)
  }

  /// While the ports are connected, the controls have other values than from then on.
  private static func beforeValues(_ context: PluginContext) throws -> Recording {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.setNonDefaults()
    instance.connectAll()
    instance.setDefaults()
    instance.activate(reconnecting: false)
    return instance.play(context.noise, frames: frames)
  }

  /// Until activate, every port sees memory that holds the same values; afterwards only the new one counts.
  private static func afterActivation(_ context: PluginContext) throws -> Recording {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let other = try InstanceUnderTest(context, InstanceSetup(context))
    other.activate()
    for port in instance.plugin.ports { instance.connect(port.index, to: other.memory(port.index)) }
    instance.activate(reconnecting: true)
    other.setNonDefaults()
    return instance.play(context.noise, frames: frames)
  }

  /// Each second block lies in the memory of another instance. What is not connected holds other values.
  private static func alternating(_ context: PluginContext) throws -> Recording {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let other = try InstanceUnderTest(context, InstanceSetup(context))
    other.activate()
    instance.activate()
    return instance.play(context.noise, frames: frames, alternatingWith: other)
  }
}
