import LV2Host
import TestHost
import ValidationModel

enum ParamOutOfRange: PluginCheck {
  enum Message: MessageKind { case controlOverwritten, output, outputAtExtreme }

  static let id: CheckID = "param.out-of-range"
  /// An array index computed from such a value must hit a guard page, not memory of the host.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "A control that is out of range, NaN or infinite does not crash the plug-in, is not overwritten, and "
      + "keeps the output finite.",
    rule:
      "This is a soft limit: the plug-in is required to gracefully accept all values in the range of a port's data type",
    source: "lv2core: lv2:minimum, lv2:maximum",
    method: "Sets each control in turn to values near its range, then to 1e30, both infinities and NaN, and plays 1024 "
      + "frames of noise. A crash near the range or an overwritten control is an error. Other crashes, reads that "
      + "only guards reveal, and non-finite output near the range are warnings; non-finite output at other values is a "
      + "note.",
    details:
      "Values near the range are the minimum minus 1 % and 100 % of the range, the maximum plus 100 % of the range, "
      + "and twice the maximum. The check tests at most 64 controls, drawn by the seed. The plug-in's heap blocks end at guard pages. "
      + "Ports with pprops:hasStrictBounds are left out if the plug-in requires pprops:supportsStrictBounds, which "
      + "lv2val passes to no other plug-in. Inputs "
      + "that run() also overwrites at values within the range are the subject of audio.input-write.",
    remedy: "Clamp a copy of each control in run(), with comparisons that also map NaN to a bound.",
    level: CheckLevel(5, "Hosts and controllers send values outside of the range."),
    severities: [.error, .warning, .note])

  private static let controls = 64
  private static let extremeValues: [Float] = [1e30, -.infinity, .infinity, .nan]

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
    var seen: [Failure] = []
    var overwritten: [Int: Finding] = [:]

    func attempt(_ port: PortDescription, _ value: Float, isExtreme: Bool) throws -> Bool {
      // A crash up to here is a consequence of the attempt before.
      instance.setDefaults()
      instance.activate()
      let range = port.range(rate: context.rate).map { " \($0.lowerBound) to \($0.upperBound)" } ?? ""
      CrashRecord.note(activity: "a control out of its range\(range)", isExtreme: isExtreme)
      instance[control: port.index] = value
      let recording = instance.play(context.noise, frames: 1024)
      instance.deactivate()
      let held = instance[control: port.index]
      if held.bitPattern != value.bitPattern, overwritten[port.index] == nil {
        overwritten[port.index] = runFinding(
          .controlOverwritten, .error, about: port.symbol, context,
          "run() overwrote control input '\(port.symbol)': the host wrote \(value), the value is now \(held).",
          controls: [.init(symbol: port.symbol, value: value, isStated: true)])
      }
      guard canJudge, recording.firstNonfinite != nil else { return true }
      // NaN may remain in the state after a reactivation and would then be attributed to the next value.
      instance = try InstanceUnderTest(context, InstanceSetup(context))
      return false
    }

    // A crash ends the check, and one at a value near the range is more severe.
    for isExtreme in [false, true] {
      for port in ports {
        let values = isExtreme ? Self.extremeValues : port.valuesNearRange(rate: context.rate)
        let failing = try values.filter { try !attempt(port, $0, isExtreme: isExtreme) }
        if let index = seen.firstIndex(where: { $0.port.index == port.index }) {
          seen[index].extreme = failing
        } else if !failing.isEmpty {
          seen.append(Failure(port: port, near: isExtreme ? [] : failing, extreme: isExtreme ? failing : []))
        }
      }
    }
    // audio.input-write reports inputs that are also overwritten at values within the range.
    let accesses = overwritten.isEmpty ? [] : try OutOfBoundsSearch(context).accesses
    for access in accesses where access.access == .write && access.isInside { overwritten[access.port] = nil }
    return .findings {
      overwritten.sorted { $0.key < $1.key }.map(\.value)
      outputFinding(.output, .warning, seen.filter { !$0.near.isEmpty }, of: ports.count, context)
      outputFinding(.outputAtExtreme, .note, seen.filter(\.near.isEmpty), of: ports.count, context)
    }
  }

  /// The values of a control at which the output is not finite.
  private struct Failure {
    let port: PortDescription
    let near: [Float]
    var extreme: [Float]

    /// Such as "'gain' at -3.0, 6.0, and also at nan".
    var text: String {
      let values = [near, extreme].filter { !$0.isEmpty }.map { $0.map { "\($0)" }.joined(separator: ", ") }
      return "'\(port.symbol)' at \(values.joined(separator: ", and also at "))"
    }
  }

  /// Nil if there are no such controls.
  private static func outputFinding(
    _ message: Message, _ severity: Severity, _ seen: [Failure], of count: Int, _ context: PluginContext
  ) -> Finding? {
    guard !seen.isEmpty else { return nil }
    let list = seen.prefix(8).map(\.text).joined(separator: "; ")
    let place = message == .output ? "near their range" : "at 1e30, infinite or NaN"
    return runFinding(
      message, severity, context,
      "Output is NaN or infinite with \(seen.count) of \(count) controls \(place). Controls and values: \(list)"
        + (seen.count > 8 ? "; and others." : "."), count: seen.count)
  }
}

extension PortDescription {
  /// Values that a host with an error in its automation sends: slightly and one range below the minimum, one range above
  /// the maximum, and twice the maximum. Ascending.
  fileprivate func valuesNearRange(rate: Double) -> [Float] {
    let range = range(rate: rate) ?? 0...1
    let span = max(range.upperBound - range.lowerBound, 1)
    let below = [range.lowerBound - span, range.lowerBound - span / 100]
    let above = [range.upperBound + span, 2 * range.upperBound].filter { $0 > range.upperBound }
    return Set(below + above).sorted()
  }
}
