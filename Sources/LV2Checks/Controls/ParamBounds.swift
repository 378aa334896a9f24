import LV2Host

enum ParamBounds: PluginCheck {
  static let id = CheckID.paramBounds
  static let text = CheckText(
    asserts: "With every control at either end, and with random sets of ends, the output is finite.",
    rule: "The values from lv2:minimum to lv2:maximum, both included, are those that the plug-in is made for",
    source: "lv2core: lv2:minimum, lv2:maximum",
    method:
      "Moves each control input (64 at most, drawn by the seed) to each end of its range after a block at the defaults, "
      + "and then 32 times every control to an end drawn by the seed, playing 2048 frames of noise each; every sample has "
      + "to be finite.",
    remedy: "Make the formula hold at the ends: divisions by 0, tangents of pi/2, indices one past a table.",
    severities: [.error])

  static let sets = 32
  private static let controls = 64

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.ports(.control, .input).filter { $0.range(rate: context.rate) != nil }
    guard !ports.isEmpty else { return .skipped("it has no control input with a range") }
    let canJudge = try context.isFiniteAtDefaults()
    var rig = try Rig(context, RigSetup(context))
    var generator = context.generator(for: id)
    var seen: [(place: Recording.Place, controls: [Finding.ControlValue])] = []

    func play(_ values: [(PortDescription, Float)]) throws {
      rig.setDefaults()
      rig.activate()
      rig.play(context.noise, frames: 64)
      for (port, value) in values { rig[control: port.index] = value }
      let recording = rig.play(context.noise, frames: 2048, from: 64)
      rig.deactivate()
      guard canJudge, let place = recording.firstNonfinite else { return }
      seen.append((place, rig.changedControls))
      // What is not finite may stay in the state over a reactivation, and would be blamed on the next setting.
      rig = try Rig(context, RigSetup(context))
    }

    for port in context.draw(ports, atMost: controls, for: id) {
      guard let range = port.range(rate: context.rate) else { continue }
      for value in [range.lowerBound, range.upperBound] {
        BlackBox.note(stage: "\(port.symbol) = \(value), the others at their defaults")
        try play([(port, value)])
      }
    }
    guard seen.isEmpty else { return .findings(seen.map { finding(of: $0.place, $0.controls, context) }) }
    for set in 0..<sets {
      BlackBox.note(stage: "set \(set) of random ends")
      try play(
        ports.compactMap { port in
          port.range(rate: context.rate).map { (port, Bool.random(using: &generator) ? $0.lowerBound : $0.upperBound) }
        })
    }
    guard let simplest = seen.min(by: { $0.controls.count < $1.controls.count }) else { return .passed }
    return .findings([finding(of: simplest.place, simplest.controls, context, count: seen.count)])
  }

  private static func finding(
    of place: Recording.Place, _ controls: [Finding.ControlValue], _ context: PluginContext, count: Int = 1
  ) -> Finding {
    let values = controls.prefix(8).map { "\($0.symbol) = \($0.value)" }.joined(separator: ", ")
    let times = count > 1 ? " So with \(count) of \(sets) random sets of ends." : ""
    return finding(
      .error,
      "Output \(context.name(place.port)) is \(place.value) with \(values)\(controls.count > 8 ? " ..." : "").\(times)",
      count: count, call: "run()", seed: context.seed, controls: controls)
  }
}
