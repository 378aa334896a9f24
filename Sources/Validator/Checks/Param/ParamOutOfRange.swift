import LV2Host
import Model
import TestHost

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
    remedy: "Clamp a copy of each control before its first use, with comparisons that also map NaN to a bound.",
    level: CheckLevel(5, "Hosts and controllers send values outside of the range."),
    severities: [.error, .warning, .note])

  private static let controls = 64

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = ports(context)
    guard !ports.isEmpty else { return .skipped("the plug-in has no control input that may leave its range") }
    _ = GuardedHeap.begin()
    defer { GuardedHeap.end() }
    let canJudge = try context.isFiniteAtDefaults()
    var instance = try InstanceUnderTest(context, InstanceSetup(context))
    var seen: [Failure] = []
    var overwritten: [Int: Finding] = [:]

    func attempt(_ port: PortDescription, _ attempted: ValueOutOfRange) throws -> Bool {
      let recording = attempted.play(in: instance, context.noise) {
        // A crash up to here is a consequence of the attempt before.
        let range = port.range(rate: context.rate).map { " \($0.lowerBound) to \($0.upperBound)" } ?? ""
        CrashRecord.note(activity: "a control out of its range\(range)", isExtreme: attempted.isExtreme)
      }
      let (value, held) = (attempted.value, instance[control: port.index])
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

    for attempted in ValueOutOfRange.all(of: ports, rate: context.rate) {
      guard let port = ports.first(where: { $0.index == attempted.port }), try !attempt(port, attempted) else {
        continue
      }
      let index = seen.firstIndex { $0.port.index == port.index } ?? seen.endIndex
      if index == seen.endIndex { seen.append(Failure(port: port)) }
      if attempted.isExtreme {
        seen[index].extreme.append(attempted.value)
      } else {
        seen[index].near.append(attempted.value)
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

  private static func ports(_ context: PluginContext) -> [PortDescription] {
    // A plug-in that requires this feature relies on the host to clamp ports with strict bounds.
    let hostClamps = context.plugin.requiredFeatures.contains(URI.PortProps.supportsStrictBounds)
    let inputs = context.plugin.ports(.control, .input).filter {
      !hostClamps || !$0.properties.contains(URI.PortProps.hasStrictBounds)
    }
    return context.draw(inputs, atMost: controls, for: id)
  }

  /// The values that the check played, up to one of a control; empty if it did not play that.
  package static func values(through last: Finding.ControlValue, _ context: PluginContext) -> [ValueOutOfRange] {
    let all = ValueOutOfRange.all(of: ports(context), rate: context.rate)
    let index = all.firstIndex {
      context.symbol($0.port) == last.symbol && $0.value.bitPattern == last.value.bitPattern
    }
    return index.map { Array(all[...$0]) } ?? []
  }

  /// The values of a control at which the output is not finite.
  private struct Failure {
    let port: PortDescription
    var near: [Float] = []
    var extreme: [Float] = []

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
