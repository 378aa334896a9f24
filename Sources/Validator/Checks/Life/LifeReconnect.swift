import Model
import TestHost

enum LifeReconnect: PluginCheck {
  enum Message: MessageKind {
    case initialMemory, lateValues, afterActivation, betweenBlocks, activateUnconnected

    var text: MessageText {
      switch self {
      case .initialMemory:
        MessageText(
          .error, rule: meaningless,
          remedy: "Store only the pointer in connect_port(), and read in run() the values that {the output} depends on."
        )
      case .lateValues:
        MessageText(
          .error, rule: meaningless,
          remedy: "Read the controls that {the output} depends on in run(), not in connect_port().")
      case .afterActivation:
        MessageText(
          .error,
          rule: Rule(
            "connect_port() may be called more than once; these calls may be made before or after activate()",
            source: "lv2/core/lv2.h: connect_port()"),
          remedy:
            "Use in run() the pointers of the last connect_port() for {the output}, and keep no pointer or value from "
            + "before activate().")
      case .betweenBlocks:
        MessageText(
          .error,
          rule: Rule(
            "connect_port() may be called more than once to allow the host to change the buffers that the plug-in is "
              + "reading or writing", source: "lv2/core/lv2.h: connect_port()"),
          remedy:
            "Use in each run() the pointers of the last connect_port() for {the output}, and keep no state in the "
            + "buffer of a port.")
      case .activateUnconnected:
        MessageText(
          .warning,
          rule: Rule(
            "connect_port() must be called for each port before run(), and may be called before or after activate()",
            source: "lv2/core/lv2.h: connect_port(), activate()"),
          remedy: "Access the memory of ports only in run(). If activate() must access it, set all pointers to NULL in "
            + "instantiate(), because malloc() does not clear memory, and test them for NULL in activate().")
      }
    }
  }

  private static let meaningless = Rule(
    "Data present at the time of the connect_port() call MUST NOT be considered meaningful",
    source: "lv2/core/lv2.h: connect_port()")

  static let id: CheckID = "life.reconnect"
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "The pointer must be stored by the plug-in instance and used when run() is called; connect_port() may be called more "
          + "than once, before or after activate(), and data present at the time of the call are not meaningful",
        source: "lv2/core/lv2.h: connect_port()"),
      remedy: "Store only the pointer in connect_port(), replace it in every call, and access the memory only in run()."
    ), exercise: .stimulus)
  static let text = CheckText(
    asserts: "Ports can be connected at any time outside run(), repeatedly, and to memory with meaningless content.",
    method: "Plays the same noise into fresh instances whose ports are connected at different times and to different "
      + "memory. Compares the outputs bit by bit with the output after the usual order of calls. Finally calls "
      + "activate() before any port is connected.",
    details: "There are four variants. Ports are first connected to memory full of NaN and then to the final memory. "
      + "Ports are connected before the controls have their values. Ports are connected again after activate(). Ports "
      + "are connected to other memory before every second block. Memory that is not connected contains other values "
      + "of the controls. If the output is not repeatable, only crashes are tested.",
    level: CheckLevel(2, "Hosts connect ports to other buffers before each block."))

  private static let frames = 4096

  static func run(in context: PluginContext) throws -> CheckOutcome {
    switch try context.reference(context.noise, frames: frames) {
    case .none(let reason):
      _ = try alternating(context)
      return try unconnectedFinding(context).map { .findings([$0]) }
        ?? .skipped("only crashes were tested: \(reason)")
    case .recording(let usual):
      let variants: [(message: Message, description: String, record: (PluginContext) throws -> Recording)] = [
        (.initialMemory, "ports are first connected to memory full of NaN", initiallyNaN),
        (.lateValues, "controls get their values between connect_port() and activate()", lateValues),
        (.afterActivation, "ports are connected to other memory after activate()", afterActivation),
        (.betweenBlocks, "ports are connected to other memory before every second block", alternating),
      ]
      let recordings = try variants.map { _, description, record in
        CrashRecord.note(activity: description)
        return try record(context)
      }
      let unconnected = try unconnectedFinding(context)
      let findings = zip(variants, recordings).compactMap { variant, recording -> Finding? in
        guard let place = usual.firstDifference(from: recording) else { return nil }
        return outputFinding(
          variant.message, place.port, context,
          "changes from frame \(place.frame) on if \(variant.description); expected the same output.",
          naming: ["output \(context.name(place.port))"],
          block: .init(index: place.frame / context.blockLength, frames: context.blockLength))
      }
      let outcome = try context.confirmed(findings) { context in
        try context.record(context.noise, frames: frames).isIdentical(to: usual)
          && zip(variants, recordings).allSatisfy { variant, recording in
            try usual.firstDifference(from: recording) == nil || variant.record(context).isIdentical(to: recording)
          }
      }
      guard let unconnected else { return outcome }
      if case .findings(let findings) = outcome { return .findings(findings + [unconnected]) }
      return .findings([unconnected])
    }
  }

  /// A warning if activate() crashes before any port is connected: common hosts connect the controls earlier.
  ///
  /// The output is not compared: activate() may set a smoother to the value of a control that is connected already.
  private static func unconnectedFinding(_ context: PluginContext) throws -> Finding? {
    CrashRecord.note(activity: "activate() before any port is connected")
    let instance = try InstanceUnderTest(context, InstanceSetup(context, \.connectsAtOnce, false))
    guard instance.survivesActivation() else {
      _ = Unmanaged.passRetained(instance)
      return finding(
        .activateUnconnected,
        "activate() crashed because no port was connected yet; expected no access to the data of ports.",
        call: "activate()")
    }
    instance.connectAll()
    CrashRecord.note(activity: "no port was connected before activate()")
    instance.play(context.noise, frames: context.blockLength)
    return nil
  }

  private static func initiallyNaN(_ context: PluginContext) throws -> Recording {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let size = max(instance.configuration.maximumBlockLength * 4, instance.configuration.sequenceSize)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0xff, count: size)
    defer { memory.deallocate() }
    for port in instance.plugin.ports { instance.connect(port.index, to: memory) }
    instance.connectAll()
    instance.activate(reconnecting: false)
    return instance.play(context.noise, frames: frames)
  }

  private static func lateValues(_ context: PluginContext) throws -> Recording {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.setNonDefaults()
    instance.connectAll()
    instance.setDefaults()
    instance.activate(reconnecting: false)
    return instance.play(context.noise, frames: frames)
  }

  /// Before activate(), every port is connected to other memory with the same values. Later that memory has other values.
  private static func afterActivation(_ context: PluginContext) throws -> Recording {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let other = try context.activeInstance()
    for port in instance.plugin.ports { instance.connect(port.index, to: other.memory(port.index)) }
    instance.activate(reconnecting: true)
    other.setNonDefaults()
    return instance.play(context.noise, frames: frames)
  }

  /// Every second block uses the memory of another instance. The memory that is not connected contains other values.
  private static func alternating(_ context: PluginContext) throws -> Recording {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let other = try context.activeInstance()
    instance.activate()
    return instance.play(context.noise, frames: frames, alternatingWith: other)
  }
}
