import LV2Host
import TestHost
import ValidationModel

enum ParamBounds: PluginCheck {
  static let id: CheckID = "param.bounds"
  static let text = CheckText(
    asserts: "With every control at either end, in the middle, at 0 and at each of its choices, after a jump from the "
      + "other end, and with random sets of ends, the output is finite.",
    rule: "The values from lv2:minimum to lv2:maximum, both included, are those that the plug-in is made for",
    source: "lv2core: lv2:minimum, lv2:maximum",
    method: """
      Moves each control input (64 at most, drawn by the seed) to each end of its range after a block at the \
      defaults, and on to the other end; to the middle of its range, to 0 and to each position of a switch; and \
      then 32 times every control to an end drawn by the seed. It plays 2048 frames of noise each, 256 after the \
      jump; every sample has to be finite.
      """,
    remedy: "Make the formula hold at the ends: divisions by 0, tangents of pi/2, indices one past a table.",
    severities: [.error])

  static let sets = 32
  private static let controls = 64

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.ports(.control, .input).filter { $0.range(rate: context.rate) != nil }
    guard !ports.isEmpty else { return .skipped("it has no control input with a range") }
    let canJudge = try context.isFiniteAtDefaults()
    var instance = try InstanceUnderTest(context, InstanceSetup(context))
    var generator = context.generator(for: id)
    var seen: [Sighting] = []

    func attempt(_ values: [(PortDescription, Float)], thenJumpingTo other: Float?) -> Sighting? {
      instance.setDefaults()
      instance.activate()
      instance.play(context.noise, frames: 64)
      for (port, value) in values { instance[control: port.index] = value }
      var recording = instance.play(context.noise, frames: 2048, from: 64)
      var origin: Float?
      if let other, recording.firstNonfinite == nil, let (port, value) = values.first {
        origin = value
        instance[control: port.index] = other
        recording = instance.play(context.noise, frames: 256, from: 64 + 2048)
      }
      instance.deactivate()
      return recording.firstNonfinite.map { Sighting(place: $0, controls: instance.changedControls, origin: origin) }
    }

    func play(_ values: [(PortDescription, Float)], thenJumpingTo other: Float? = nil) throws {
      guard var sighting = attempt(values, thenJumpingTo: other), canJudge else { return }
      // What is not finite may stay in the state over a reactivation, and would be blamed on the next setting.
      instance = try InstanceUnderTest(context, InstanceSetup(context))
      sighting.needsHistory = attempt(values, thenJumpingTo: other) == nil
      instance = try InstanceUnderTest(context, InstanceSetup(context))
      seen.append(sighting)
    }

    for port in context.draw(ports, atMost: controls, for: id) {
      guard let range = port.range(rate: context.rate) else { continue }
      for (value, other) in [(range.lowerBound, range.upperBound), (range.upperBound, range.lowerBound)] {
        CrashRecord.note(activity: "\(port.symbol) = \(value), the others at their defaults")
        try play([(port, value)], thenJumpingTo: other)
      }
      for value in port.valuesWithin(range) {
        CrashRecord.note(activity: "\(port.symbol) = \(value), the others at their defaults")
        try play([(port, value)])
      }
    }
    guard seen.isEmpty else {
      // What an end brings by itself is not the jump's doing.
      let ends = seen.filter { $0.origin == nil }.map(\.controls)
      return .findings(
        seen.filter { $0.origin == nil || !ends.contains($0.controls) }.map { finding(of: $0, context) })
    }
    for set in 0..<sets {
      CrashRecord.note(activity: "set \(set) of random ends")
      try play(
        ports.compactMap { port in
          port.range(rate: context.rate).map { (port, Bool.random(using: &generator) ? $0.lowerBound : $0.upperBound) }
        })
    }
    guard let simplest = seen.min(by: { $0.controls.count < $1.controls.count }) else { return .passed }
    return .findings([finding(of: simplest, context, count: seen.count)])
  }

  /// A sample that is not finite.
  private struct Sighting {
    var place: Recording.Place
    var controls: [Finding.ControlValue]
    /// The end from which the control has jumped; nil where it came from its default.
    var origin: Float?
    /// Whether a fresh instance, which has played at no other settings, does not do it.
    var needsHistory = false
  }

  private static func finding(of sighting: Sighting, _ context: PluginContext, count: Int = 1) -> Finding {
    let (place, controls) = (sighting.place, sighting.controls)
    let jump = sighting.origin.map { ", after a jump from \($0)" } ?? ""
    let changed = controls.prefix(8).map { "\($0.symbol) = \($0.value)" }.joined(separator: ", ")
    let values = changed.isEmpty ? "every control at its default" : changed
    let history = sighting.needsHistory ? ", in an instance that has played at other settings before" : ""
    let times = count > 1 ? " So with \(count) of \(sets) random sets of ends." : ""
    return finding(
      .error,
      "Output \(context.name(place.port)) is \(place.value) with \(values)\(controls.count > 8 ? " ..." : "")\(jump)\(history)."
        + times,
      count: count, call: "run()", seed: context.seed, controls: controls)
  }
}

extension PortDescription {
  /// Values that formulas break at and that are no end of the range: each choice, the middle and 0.
  fileprivate func valuesWithin(_ range: ClosedRange<Float>) -> [Float] {
    let ends = [range.lowerBound, range.upperBound]
    let inner = testValues(in: range) + [value(at: 0.5, in: range), 0]
    return Set(inner.filter { range.contains($0) && !ends.contains($0) }).sorted()
  }
}
