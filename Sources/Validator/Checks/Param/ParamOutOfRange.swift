import LV2Host
import Model
import Support
import TestHost

enum ParamOutOfRange: PluginCheck {
  enum Message: MessageKind {
    case controlOverwritten, output, outputAtExtreme

    var text: MessageText {
      switch self {
      case .controlOverwritten:
        MessageText(
          .error,
          rule: Rule(
            "An input is \"a port connected to constant data which is read during run()\"",
            source: "lv2core: lv2:InputPort"),
          remedy: "Copy the value of {the control} to a variable, and clamp the copy.")
      case .output:
        MessageText(
          .warning, rule: softLimit, remedy: "Clamp a copy of {the control} to its range before its first use in run()."
        )
      case .outputAtExtreme:
        MessageText(
          .note, rule: softLimit,
          remedy:
            "Clamp a copy of {the control} to its range before its first use in run(), with comparisons that also "
            + "replace NaN: value > minimum ? value : minimum.")
      }
    }
  }

  private static let softLimit = Rule(
    "\"This is a soft limit: the plugin is required to gracefully accept all values in the range of a port's data "
      + "type\"",
    source: "lv2core: lv2:minimum, lv2:maximum")

  static let id: CheckID = "param.out-of-range"
  /// An array index computed from such a value must hit a guard page, not memory of the host.
  static let isolation = CheckIsolation.own
  static let provocation = Provocation(
    MessageText(
      .error, .warning, rule: softLimit,
      remedy:
        "Clamp a copy of the control to its range before it becomes an index, a size, a divisor or a loop count, with "
        + "comparisons that also replace NaN: value > minimum ? value : minimum."), canFixControls: false,
    guardsHeap: true, valuesOutOfRange: { values(through: $0, $1) })
  static let text = CheckText(
    asserts: "A control that is out of range, NaN or infinite does not crash the plug-in, is not overwritten, and "
      + "keeps the output finite.",
    method: "Sets each control in turn to values near its range, then to 1e30, both infinities and NaN, and plays 1024 "
      + "frames of noise. A crash near the range or an overwritten control is an error. Other crashes, reads that "
      + "only guards reveal, and non-finite output near the range are warnings; non-finite output at other values is a "
      + "note.",
    details:
      "Values near the range are the minimum minus 1 % and 100 % of the range, the maximum plus 100 % of the range, "
      + "and twice the maximum. The check tests at most 64 controls, drawn by the seed. The plug-in's heap blocks end "
      + "at guard pages. Ports with pprops:hasStrictBounds are left out if the plug-in requires "
      + "pprops:supportsStrictBounds, which lv2val passes to no other plug-in. Inputs that run() also overwrites at "
      + "values within the range are the subject of audio.input-write.",
    level: CheckLevel(5, "Hosts and controllers send values outside of the range."))

  private static let controls = 64

  static func inapplicability(in context: PluginContext) -> String? {
    ports(context).isEmpty ? "the plug-in has no control input that may leave its range" : nil
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    let ports = ports(context)
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
          .controlOverwritten, about: port.symbol, context,
          "run() changed input control '\(port.symbol)' from \(value.text), a value out of its range, to \(held.text); "
            + "expected no write to an input.", naming: ["input control '\(port.symbol)'"],
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
      if index == seen.endIndex { seen.append(Failure(port: port, range: port.range(rate: context.rate))) }
      if attempted.isExtreme {
        seen[index].extreme.append(attempted.value)
      } else {
        seen[index].near.append(attempted.value)
      }
    }
    // audio.input-write reports inputs that are also overwritten at values within the range.
    let accesses = overwritten.isEmpty ? [] : try OutOfBoundsSearch.accesses(context)
    for access in accesses where access.access == .write && access.isInside { overwritten[access.port] = nil }
    return .findings {
      overwritten.sorted { $0.key < $1.key }.map(\.value)
      outputFinding(.output, seen.filter { !$0.near.isEmpty }, of: ports.count, context)
      outputFinding(.outputAtExtreme, seen.filter(\.near.isEmpty), of: ports.count, context)
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
    let range: ClosedRange<Float>?
    var near: [Float] = []
    var extreme: [Float] = []

    /// Such as "'gain' (range 0.0 to 2.0) at -3.0, 6.0 and NaN".
    var text: String {
      let bounds = range.map { "range \($0.lowerBound.text) to \($0.upperBound.text)" } ?? "no range"
      return "'\(port.symbol)' (\(bounds)) at \((near + extreme).map(\.text).listed())"
    }
  }

  /// Nil if there are no such controls.
  private static func outputFinding(
    _ message: Message, _ seen: [Failure], of count: Int, _ context: PluginContext
  ) -> Finding? {
    guard !seen.isEmpty else { return nil }
    let value = message == .output ? "out of its range" : "1e30, infinite or NaN"
    let others = seen.count > listed ? "; and \((seen.count - listed).counted("other control"))" : ""
    return runFinding(
      message, context,
      "The output is NaN or infinite if one control is \(value), for \(seen.count) of \(count.counted("control")); "
        + "expected finite samples. Values: \(seen.prefix(listed).map(\.text).joined(separator: "; "))\(others).",
      naming: [seen.map { "'\($0.port.symbol)'" }.listed(atMost: listed, "control")], count: seen.count)
  }

  /// The number of controls that a message lists.
  private static let listed = 8
}
