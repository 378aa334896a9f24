import LV2Host
import TestHost
import ValidationModel

enum ParamOutOfRange: PluginCheck {
  enum Message: MessageKind { case controlOverwritten, output }

  static let id: CheckID = "param.out-of-range"
  /// An array index computed from such a value must hit a guard page, not memory of the host.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "A control that is out of range, NaN or infinite does not crash the plug-in, is not overwritten, and "
      + "keeps the output finite.",
    rule:
      "This is a soft limit: the plug-in is required to gracefully accept all values in the range of a port's data type",
    source: "lv2core: lv2:minimum, lv2:maximum",
    method: "Sets each control in turn to values below, above and far above its range, to both infinities and to NaN, "
      + "and plays 1024 frames of noise. A crash or an overwritten control is an error, a non-finite output a warning.",
    details: "The check tests at most 64 controls, drawn by the seed. The plug-in's heap blocks end at guard pages. "
      + "Ports with pprops:hasStrictBounds are left out if the plug-in requires pprops:supportsStrictBounds. Inputs "
      + "that run() also overwrites at values within the range are the subject of audio.input-write.",
    remedy: "Clamp a copy of each control in run(), with comparisons that also map NaN to a bound.",
    severities: [.error, .warning])

  private static let controls = 64

  static func run(in context: PluginContext) throws -> CheckOutcome {
    // A plug-in that requires this feature relies on the host to clamp ports with strict bounds.
    let hostClamps = context.plugin.requiredFeatures.contains(URI.PortProps.supportsStrictBounds)
    let inputs = context.plugin.ports(.control, .input).filter {
      !hostClamps || !$0.properties.contains(URI.PortProps.hasStrictBounds)
    }
    let ports = context.draw(inputs, atMost: controls, for: id)
    guard !ports.isEmpty else { return .skipped("the plug-in has no control input that may leave its range") }
    _ = GuardedHeap.begin()
    defer { GuardedHeap.end() }
    let canJudge = try context.isFiniteAtDefaults()
    var instance = try InstanceUnderTest(context, InstanceSetup(context))
    var seen: [(port: PortDescription, values: [Float])] = []
    var overwritten: [Int: Finding] = [:]
    for port in ports {
      var values: [Float] = []
      let range = port.range(rate: context.rate) ?? 0...1
      let span = max(range.upperBound - range.lowerBound, 1)
      for value in [range.lowerBound - span, range.upperBound + span, 1e30, -.infinity, .infinity, .nan] {
        CrashRecord.note(activity: "\(port.symbol) = \(value)")
        instance.setDefaults()
        instance.activate()
        instance[control: port.index] = value
        let recording = instance.play(context.noise, frames: 1024)
        instance.deactivate()
        let held = instance[control: port.index]
        if held.bitPattern != value.bitPattern, overwritten[port.index] == nil {
          overwritten[port.index] = runFinding(
            .controlOverwritten, .error, about: port.symbol, context,
            "run() overwrote control input '\(port.symbol)': the host wrote \(value), the value is now \(held).",
            controls: [.init(symbol: port.symbol, value: value)])
        }
        guard canJudge, recording.firstNonfinite != nil else { continue }
        values.append(value)
        // NaN may remain in the state after a reactivation and would then be attributed to the next value.
        instance = try InstanceUnderTest(context, InstanceSetup(context))
      }
      if !values.isEmpty { seen.append((port, values)) }
    }
    // audio.input-write reports inputs that are also overwritten at values within the range.
    let accesses = overwritten.isEmpty ? [] : try OutOfBoundsSearch(context).accesses
    for access in accesses where access.access == .write && access.isInside { overwritten[access.port] = nil }
    let errors = overwritten.sorted { $0.key < $1.key }.map(\.value)
    guard !seen.isEmpty else { return .findings(errors) }
    let list = seen.prefix(8).map { port, values in
      "'\(port.symbol)' at \(values.map { "\($0)" }.joined(separator: ", "))"
    }.joined(separator: "; ")
    return .findings {
      errors
      runFinding(
        .output, .warning, context,
        "Output is NaN or infinite with \(seen.count) of \(ports.count) controls out of range. Controls and values: \(list)"
          + (seen.count > 8 ? "; and others." : "."), count: seen.count)
    }
  }
}
