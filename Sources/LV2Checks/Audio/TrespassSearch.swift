import CProbe
import LV2Host

/// Runs a plug-in in guarded buffers, ended and started at a guard, in long and in odd blocks and at many settings, and
/// gathers what it accessed that is not its own.
struct TrespassSearch {
  /// Blocks whose buffers are aligned to 64 bytes at either guard.
  private static let evenLengths = [256, 64, 16]
  /// Blocks whose end at a guard leaves the start aligned to 4 bytes only; a vector loop that takes 4 or 8 frames at once
  /// leaves every remainder.
  private static let oddLengths = [1, 2, 3, 5, 7, 10, 15, 17, 18, 22, 31, 61, 62, 63]
  private static let blocks = 4
  /// How many settings of one control are tried, and how many of all controls.
  private static let (settings, sets) = (64, 16)

  private let context: PluginContext
  /// All that was seen, the same access of the same port told once.
  private(set) var trespasses: [Trespass] = []

  init(_ context: PluginContext) throws(HostError) {
    self.context = context
    for placement in [probe_placement.end, .start] {
      try search(placement, Self.evenLengths)
    }
    try search(.start, Self.oddLengths)
    try searchMisaligned()
    for placement in [probe_placement.end, .start] {
      try searchSettings(placement)
    }
  }

  private func makeRig() throws(HostError) -> Rig {
    var setup = RigSetup(context)
    setup.blockLength = Self.evenLengths[0]
    let rig = try Rig(context, setup)
    rig.activate()
    rig.watch = .buffers
    return rig
  }

  /// Whether the plug-in's features allow blocks of this length.
  private func allows(_ length: Int, _ rig: Rig) -> Bool {
    !rig.configuration.isFixedBlockLength || length == rig.configuration.maximumBlockLength
  }

  private mutating func search(_ placement: probe_placement, _ lengths: [Int]) throws(HostError) {
    let rig = try makeRig()
    for length in lengths where allows(length, rig) {
      BlackBox.note(stage: "guarded buffers, \(placement == .end ? "ended" : "started") at a guard")
      let ports = try GuardedPorts(rig, frames: length, placement: placement)
      trespasses.add(
        ports.trespasses(blocks: Self.blocks, seed: context.seed) { frames in
          rig.run(frames)
          return true
        })
    }
  }

  /// Blocks at settings that are not the default. Plug-ins that die of one, which param.bounds reports, end the search;
  /// the instance is then left alone for good.
  private mutating func searchSettings(_ placement: probe_placement) throws(HostError) {
    let settings = context.settings(atMost: Self.settings, sets: Self.sets, for: .audioInputWrite)
    let rig = try makeRig()
    guard !settings.isEmpty, let run = rig.instance.descriptor.pointee.run else { return }
    // 63 frames leave the most for the last vector of any loop; they begin aligned where the buffer begins at the guard.
    let length = placement == .end ? 64 : 63
    let frames = rig.configuration.isFixedBlockLength ? rig.configuration.maximumBlockLength : length
    let ports = try GuardedPorts(rig, frames: frames, placement: placement)
    for setting in settings {
      BlackBox.note(stage: "guarded buffers, \(setting.description)")
      setting.apply(to: rig)
      var survived = true
      trespasses.add(
        ports.trespasses(blocks: 2, seed: context.seed) { frames in
          survived = rig.survives(run, frames)
          return survived
        })
      guard survived else {
        _ = Unmanaged.passRetained(ports)
        return
      }
    }
  }

  /// Odd blocks that end at a guard: plug-ins that want aligned buffers die of them, which audio.alignment reports, so
  /// here that only ends the search. The instance is then left alone for good.
  private mutating func searchMisaligned() throws(HostError) {
    let rig = try makeRig()
    guard !rig.configuration.isFixedBlockLength, let run = rig.instance.descriptor.pointee.run else { return }
    for length in Self.oddLengths {
      BlackBox.note(stage: "guarded buffers of \(length) frames, aligned to 4 bytes")
      let ports = try GuardedPorts(rig, frames: length, placement: .end)
      var survived = true
      trespasses.add(
        ports.trespasses(blocks: Self.blocks, seed: context.seed) { frames in
          survived = rig.survives(run, frames)
          return survived
        })
      guard survived else {
        _ = Unmanaged.passRetained(ports)
        return
      }
    }
  }
}

extension Check {
  /// A finding for each port and side that was trespassed in the way that `isIncluded` picks.
  static func trespasses(
    _ context: PluginContext, verb: String, where isIncluded: (Trespass, PortDescription) -> Bool
  ) throws(HostError) -> CheckOutcome {
    let findings = try TrespassSearch(context).trespasses.compactMap { trespass -> Finding? in
      guard let port = context.plugin.ports.first(where: { $0.index == trespass.port }), isIncluded(trespass, port)
      else { return nil }
      let backtrace = trespass.stack.symbolised()
      return finding(
        .error, "It \(verb) \(trespass.place) of port \(port.index), \(port.symbol).", count: trespass.count,
        call: "run()", block: trespass.block, seed: context.seed,
        controls: trespass.controls.isEmpty ? nil : trespass.controls, backtrace: backtrace.isEmpty ? nil : backtrace)
    }
    return .findings(findings)
  }
}
