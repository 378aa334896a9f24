import LV2Host
import Model
import Support
import TestHost

enum ParamOutputRange: PluginCheck {
  enum Message: MessageKind {
    case nonfinite, outOfBounds, unwritten, noScalePoint

    var text: MessageText {
      switch self {
      case .nonfinite:
        MessageText(
          .warning,
          rule: Rule(
            "A control output holds a value that hosts show to users; NaN and infinity are none, except -infinity in "
              + "decibels",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Report a finite value in {the control output}: {limit divisors and arguments of logarithms to a positive "
            + "minimum}.")
      case .outOfBounds:
        MessageText(
          .warning,
          rule: Rule(
            "\"For output ports, it indicates that values within specified range are to be expected, and breaking that "
              + "should be considered by the host as error in plugin implementation\"",
            source: "port-props: pprops:hasStrictBounds"),
          remedy:
            "{Clamp the control output} to its bounds of {minimum to maximum}, or declare the range that it really has."
        )
      case .unwritten:
        MessageText(
          .note,
          rule: Rule(
            "An output is \"a port connected to data which is written during run()\"", source: "lv2core: lv2:OutputPort"
          ),
          remedy: "Write a value to {the port} in each run(), or remove the port.")
      case .noScalePoint:
        MessageText(
          .note,
          rule: Rule(
            "lv2:enumeration indicates that all the reasonable values for a port are its scale points",
            source: "lv2core: lv2:enumeration"),
          remedy:
            "Write the values of the scale points only to {the control output}: the remainder of a negative number is negative "
            + "in C.")
      }
    }
  }

  static let id: CheckID = "param.output-range"
  static let provocation = Provocation(incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "Control outputs are finite, or minus infinity in decibels, and within their bounds if these are strict.",
    method: "Plays silence, noise, a full-scale square wave, DC, and silence again, and reads every control output "
      + "after each block and after run(0). Then plays noise at up to 32 other settings, and tones for outputs with the property "
      + "lv2:enumeration.",
    details:
      "The check omits run(0) if the plug-in requires blocks of a fixed length. A control output that no call wrote, "
      + "also while controls, MIDI, the transport and parameters moved, is a note.",
    level: CheckLevel(7, "Meters show wrong values."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.ports(.control, .output)
    guard !ports.isEmpty else { return .skipped("the plug-in has no control output") }
    let instance = try context.activeInstance()
    instance.markOutputs(ports)
    var watch = Watch(ports: ports, rate: context.rate)
    for signal in [.silence, context.noise, .fullScale, .dc(1), .silence] {
      instance.play(signal, frames: 8192, after: { _, _ in watch.look(at: instance, "on \(signal.name)") })
    }
    if !context.plugin.requiresOneBlockLength {
      instance.prepareAtoms()
      instance.run(0)
      watch.look(at: instance, afterRunZero)
    }
    let unwritten = try unwrittenFinding(instance, ports, context)
    let findings = findings(about: watch.faults, nil, context)
    let scalePoint = try scalePointFinding(context)
    return .findings(
      (findings.isEmpty ? try findingsAtOtherSettings(ports, context) : findings)
        + [unwritten, scalePoint].compactMap { $0 })
  }

  private static let framesAtSetting = 4096

  /// The findings at the first setting at which a control output has a fault, with the fewest values that a fresh instance
  /// needs for it.
  private static func findingsAtOtherSettings(
    _ ports: [PortDescription], _ context: PluginContext
  ) throws -> [Finding] {
    func faults(_ setting: ControlSetting, _ instance: InstanceUnderTest) -> [Fault] {
      setting.apply(to: instance)
      var watch = Watch(ports: ports, rate: context.rate)
      let occasion = "on \(context.noise.name) with \(setting.description)"
      instance.play(context.noise, frames: framesAtSetting, after: { _, _ in watch.look(at: instance, occasion) })
      return watch.faults
    }
    func faultsAlone(_ setting: ControlSetting) throws -> [Fault] {
      faults(setting, try context.activeInstance(at: setting))
    }
    let instance = try context.activeInstance()
    instance.markOutputs(ports)
    let settings = context.sweep(seconds: Double(framesAtSetting) / context.rate, for: id)
    guard let setting = settings.first(where: { !faults($0, instance).isEmpty }) else { return [] }
    var values = setting.values
    try values.reduce { try !faultsAlone(ControlSetting(values: $0)).isEmpty }
    let fewest = ControlSetting(values: values)
    return findings(about: try faultsAlone(fewest), fewest, context)
  }

  /// What control outputs held that is not allowed.
  private struct Watch {
    let ports: [PortDescription]
    let rate: Double
    private var seen: [Int: (value: Float, occasion: String, count: Int)] = [:]

    init(ports: [PortDescription], rate: Double) { (self.ports, self.rate) = (ports, rate) }

    mutating func look(at instance: InstanceUnderTest, _ occasion: String) {
      for port in ports {
        let value = instance[control: port.index]
        if value.bitPattern == InstanceUnderTest.mark { continue }
        if !isAllowed(value, port, rate) { seen[port.index, default: (value, occasion, 0)].count += 1 }
      }
    }

    var faults: [Fault] { ports.compactMap { port in seen[port.index].map { Fault(port: port, $0, rate) } } }
  }

  private static func findings(
    about faults: [Fault], _ setting: ControlSetting?, _ context: PluginContext
  ) -> [Finding] {
    Dictionary(grouping: faults, by: \.key).values.map { finding(of: $0, setting, context) }
      .sorted { $0.message < $1.message }
  }

  /// The control outputs that still have their mark after everything that a host does moved.
  private static func unwrittenFinding(
    _ instance: InstanceUnderTest, _ ports: [PortDescription], _ context: PluginContext
  ) throws -> Finding? {
    func unwritten() -> [PortDescription] {
      ports.filter { instance[control: $0.index].bitPattern == InstanceUnderTest.mark }
    }
    guard !unwritten().isEmpty else { return nil }
    let folder = try TemporaryFolder()
    instance.randomizeState(context, for: id, file: try folder.writeFile(for: context))
    let left = unwritten()
    guard let first = left.first else { return nil }
    let others = left.dropFirst().map { "'\($0.symbol)'" }
    return runFinding(
      .unwritten, about: first.symbol, context,
      "No call of run() wrote control output '\(first.symbol)'; expected a value in each."
        + (others.isEmpty ? "" : " The same applies to \(others.listed(atMost: 3))."),
      naming: [context.name(first.index)], count: left.count)
  }

  private struct Fault {
    let symbol: String
    let value: Float
    let occasion: String
    let count: Int
    /// The strict bounds that a finite value exceeds.
    let bounds: ClosedRange<Float>?

    init(port: PortDescription, _ seen: (value: Float, occasion: String, count: Int), _ rate: Double) {
      symbol = port.symbol
      (value, occasion, count) = seen
      bounds = value.isFinite ? port.range(rate: rate) : nil
    }

    private var boundsText: String? { bounds.map { "\($0.lowerBound.text) to \($0.upperBound.text)" } }

    /// Equal for ports that fail in the same way. Meters exceed their bounds by different amounts.
    var key: String { "\(value.isFinite ? "" : "\(value.text) \(occasion)") \(boundsText ?? "")" }

    var text: String {
      "is \(value.text) \(occasion); expected \(boundsText.map { "\($0), its strict bounds" } ?? "a finite value")."
    }

    /// The names in the remedy for these ports.
    func names(_ ports: String) -> [String] {
      guard let bounds, let boundsText else {
        let isAfterRunZero = occasion == ParamOutputRange.afterRunZero
        return [
          ports,
          isAfterRunZero
            ? "do not divide by sample_count, which is 0 in run(0)"
            : "limit divisors and arguments of logarithms to a positive minimum",
        ]
      }
      let isSigned = bounds.lowerBound == 0 && value < 0
      return [
        isSigned ? "Report a magnitude, such as the peak of the block, in \(ports), and clamp it" : "Clamp \(ports)",
        boundsText,
      ]
    }
  }

  private static let afterRunZero = "after run(0)"

  private static func finding(
    of faults: [Fault], _ setting: ControlSetting?, _ context: PluginContext
  ) -> Finding {
    let (fault, others) = (faults[0], faults.dropFirst().map { "'\($0.symbol)'" })
    let ports = "control output\(others.isEmpty ? "" : "s") \(faults.map { "'\($0.symbol)'" }.listed(atMost: 4))"
    return runFinding(
      fault.value.isFinite ? .outOfBounds : .nonfinite, about: fault.symbol, context,
      "Control output '\(fault.symbol)' \(fault.text)"
        + (others.isEmpty ? "" : " The same applies to \(others.listed(atMost: 3))."),
      naming: fault.names(ports), count: faults.reduce(0) { $0 + $1.count },
      controls: setting?.controls)
  }

  private static func isAllowed(_ value: Float, _ port: PortDescription, _ rate: Double) -> Bool {
    // The level of silence in decibels.
    guard value.isFinite else { return value == -.infinity && port.isLevel }
    guard port.properties.contains(URI.PortProps.hasStrictBounds) else { return true }
    return port.range(rate: rate)?.contains(value) ?? true
  }
}

extension PortDescription {
  /// Whether the unit, or else the name, is that of a level in decibels or of a loudness.
  fileprivate var isLevel: Bool {
    guard let unit else { return name.contains("dB") }
    return ["dB", "LU", "LK"].contains { unit.hasPrefix($0) }
  }
}

extension InstanceUnderTest {
  /// A NaN that no computation gives.
  static let mark: UInt32 = 0x7FC5_A11F

  func markOutputs(_ ports: [PortDescription]) {
    for port in ports { self[control: port.index] = Float(bitPattern: Self.mark) }
  }
}
