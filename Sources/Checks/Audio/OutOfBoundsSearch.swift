import CProbe
import LV2Host
import TestHost
import ValidationModel

/// Runs a plug-in in guarded buffers, ended and started at a guard, in long and in odd blocks and at many settings, and
/// gathers what it accessed that is not its own.
struct OutOfBoundsSearch {
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
  private(set) var accesses: [OutOfBoundsAccess] = []

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

  private func makeInstance() throws(HostError) -> InstanceUnderTest {
    var setup = InstanceSetup(context)
    setup.blockLength = Self.evenLengths[0]
    let instance = try InstanceUnderTest(context, setup)
    instance.activate()
    instance.watch = .buffers
    return instance
  }

  /// Whether the plug-in's features allow blocks of this length.
  private func allows(_ length: Int, _ instance: InstanceUnderTest) -> Bool {
    !instance.configuration.isFixedBlockLength || length == instance.configuration.maximumBlockLength
  }

  private mutating func search(_ placement: probe_placement, _ lengths: [Int]) throws(HostError) {
    let instance = try makeInstance()
    for length in lengths where allows(length, instance) {
      CrashRecord.note(activity: "guarded buffers, \(placement == .end ? "ended" : "started") at a guard")
      let ports = try GuardedPorts(instance, frames: length, placement: placement)
      accesses.add(
        ports.accesses(blocks: Self.blocks, seed: context.seed) { frames in
          instance.run(frames)
          return true
        })
    }
  }

  /// Blocks at settings that are not the default. Plug-ins that die of one, which param.bounds reports, end the search;
  /// the instance is then left alone for good.
  private mutating func searchSettings(_ placement: probe_placement) throws(HostError) {
    let settings = context.settings(atMost: Self.settings, sets: Self.sets, for: AudioInputWrite.id)
    let instance = try makeInstance()
    guard !settings.isEmpty, let run = instance.hosted.descriptor.pointee.run else { return }
    // 63 frames leave the most for the last vector of any loop; they begin aligned where the buffer begins at the guard.
    let length = placement == .end ? 64 : 63
    let frames = instance.configuration.isFixedBlockLength ? instance.configuration.maximumBlockLength : length
    let ports = try GuardedPorts(instance, frames: frames, placement: placement)
    for setting in settings {
      CrashRecord.note(activity: "guarded buffers, \(setting.description)")
      setting.apply(to: instance)
      var survived = true
      accesses.add(
        ports.accesses(blocks: 2, seed: context.seed) { frames in
          survived = instance.survives(run, frames)
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
    let instance = try makeInstance()
    guard !instance.configuration.isFixedBlockLength, let run = instance.hosted.descriptor.pointee.run else { return }
    for length in Self.oddLengths {
      CrashRecord.note(activity: "guarded buffers of \(length) frames, aligned to 4 bytes")
      let ports = try GuardedPorts(instance, frames: length, placement: .end)
      var survived = true
      accesses.add(
        ports.accesses(blocks: Self.blocks, seed: context.seed) { frames in
          survived = instance.survives(run, frames)
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
  static func accesses(
    _ context: PluginContext, verb: String, where isIncluded: (OutOfBoundsAccess, PortDescription) -> Bool
  ) throws(HostError) -> CheckOutcome {
    let findings = try OutOfBoundsSearch(context).accesses.compactMap { access -> Finding? in
      guard let port = context.plugin.ports.first(where: { $0.index == access.port }), isIncluded(access, port)
      else { return nil }
      let backtrace = access.stack.symbolised()
      return finding(
        .error, "It \(verb) \(access.place) of port \(port.index), \(port.symbol).", count: access.count,
        call: "run()", block: access.block, seed: context.seed,
        controls: access.controls.isEmpty ? nil : access.controls, backtrace: backtrace.isEmpty ? nil : backtrace)
    }
    return .findings(findings)
  }
}
