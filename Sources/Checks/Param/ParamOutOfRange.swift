import CProbe
import LV2Host
import TestHost
import ValidationModel

enum ParamOutOfRange: PluginCheck {
  static let id: CheckID = "param.out-of-range"
  /// In a process of its own, like mem.heap-access: an index made of such a value is to hit a guard, not the host.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts:
      "A control beyond its bounds, NaN or infinite crashes nothing, is not overwritten, and leaves the output finite.",
    rule: "The bounds are soft limits: the plug-in is required to accept gracefully all values of the port's data type",
    source: "lv2core: lv2:minimum, lv2:maximum",
    method:
      "Sets each control input (64 at most, drawn by the seed) in turn to values below, above and far above its range, to "
      + "both infinities and to NaN, and plays 1024 frames of noise each; the plug-in's heap blocks end at inaccessible "
      + "pages. A crash is an error, and so is a control input whose value is another afterwards; an output that is "
      + "not finite is a warning.",
    remedy:
      "Clamp each control where run() reads it, into a variable of your own, so written that NaN ends at a bound too.",
    severities: [.error, .warning])

  private static let controls = 64

  static func run(in context: PluginContext) throws -> CheckOutcome {
    // A host that has to promise so keeps to strict bounds.
    let areKept = context.plugin.requiredFeatures.contains(URI.PortProps.supportsStrictBounds)
    let inputs = context.plugin.ports(.control, .input).filter {
      !areKept || !$0.properties.contains(URI.PortProps.hasStrictBounds)
    }
    let ports = context.draw(inputs, atMost: controls, for: id)
    guard !ports.isEmpty else { return .skipped("it has no control input that may leave its range") }
    _ = probe_heap_guard_begin()
    defer { probe_heap_guard_end() }
    let canJudge = try context.isFiniteAtDefaults()
    var instance = try InstanceUnderTest(context, InstanceSetup(context))
    var seen: [(port: PortDescription, values: [Float])] = []
    var overwritten: [Int: Finding] = [:]
    for port in ports {
      var values: [Float] = []
      for value in self.values(for: port, context) {
        CrashRecord.note(activity: "\(port.symbol) = \(value)")
        instance.setDefaults()
        instance.activate()
        instance[control: port.index] = value
        let recording = instance.play(context.noise, frames: 1024)
        instance.deactivate()
        if overwritten[port.index] == nil {
          overwritten[port.index] = overwriting(instance, port, value, context)
        }
        guard canJudge, recording.firstNonfinite != nil else { continue }
        values.append(value)
        // What is not finite may stay in the state over a reactivation, and would be blamed on the next value.
        instance = try InstanceUnderTest(context, InstanceSetup(context))
      }
      if !values.isEmpty { seen.append((port, values)) }
    }
    // What is written within the bounds too is for audio.input-write to report.
    let accesses = overwritten.isEmpty ? [] : try OutOfBoundsSearch(context).accesses
    for access in accesses where access.access == .write && access.isInside {
      overwritten[access.port] = nil
    }
    let errors = overwritten.sorted { $0.key < $1.key }.map(\.value)
    guard !seen.isEmpty else { return .findings(errors) }
    let list = seen.prefix(8).map { port, values in
      "'\(port.symbol)' at \(values.map { "\($0)" }.joined(separator: ", "))"
    }
    return .findings(
      errors + [
        finding(
          .warning,
          "The output is not finite with \(list.joined(separator: "; "))"
            + (seen.count > 8 ? "; and so on with \(seen.count) of \(ports.count) controls tried." : "."),
          count: seen.count, call: "run()", seed: context.seed)
      ])
  }

  /// What to say where the input no longer holds the value that the host has put there.
  private static func overwriting(
    _ instance: InstanceUnderTest, _ port: PortDescription, _ value: Float, _ context: PluginContext
  ) -> Finding? {
    let held = instance[control: port.index]
    guard held.bitPattern != value.bitPattern else { return nil }
    return finding(
      .error, "It overwrites its control input \(context.name(port.index)): \(value) became \(held).", call: "run()",
      seed: context.seed, controls: [.init(symbol: port.symbol, value: value)])
  }

  private static func values(for port: PortDescription, _ context: PluginContext) -> [Float] {
    let range = port.range(rate: context.rate) ?? 0...1
    let span = max(range.upperBound - range.lowerBound, 1)
    return [range.lowerBound - span, range.upperBound + span, 1e30, -.infinity, .infinity, .nan]
  }
}
