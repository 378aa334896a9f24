import LV2Host
import TestHost
import ValidationModel

/// Runs a plug-in in buffers that end or start at a guard page, in blocks of many lengths and at many settings, and collects
/// the out-of-bounds accesses.
struct OutOfBoundsSearch {
  /// Lengths whose buffers are aligned to 64 bytes, whether they end or start at the guard page.
  private static let evenLengths = [256, 64, 16]
  /// Lengths whose buffers are aligned to 4 bytes only if they end at the guard page. A vector loop over 4 or 8 frames
  /// leaves every possible remainder.
  private static let oddLengths = [1, 2, 3, 5, 7, 10, 15, 17, 18, 22, 31, 61, 62, 63]
  private static let blocks = 4
  /// The numbers of settings of one control and of all controls.
  private static let (settings, sets) = (64, 16)

  private let context: PluginContext
  /// Each kind of access at each side of a port once.
  private(set) var accesses: [OutOfBoundsAccess] = []

  init(_ context: PluginContext) throws(HostError) {
    self.context = context
    for placement in [GuardedBuffer.Placement.end, .start] {
      try search(placement, Self.evenLengths)
    }
    try search(.start, Self.oddLengths)
    try searchMisaligned()
    for placement in [GuardedBuffer.Placement.end, .start] {
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

  private mutating func search(_ placement: GuardedBuffer.Placement, _ lengths: [Int]) throws(HostError) {
    let instance = try makeInstance()
    for length in lengths where allows(length, instance) {
      CrashRecord.note(activity: "guarded buffers that \(placement == .end ? "end" : "start") at a guard page")
      let ports = try GuardedPorts(instance, frames: length, placement: placement)
      accesses.add(
        ports.accesses(blocks: Self.blocks, seed: context.seed) { frames in
          instance.run(frames)
          return true
        })
    }
  }

  /// Searches at settings other than the defaults.
  ///
  /// A crash ends the search, because param.bounds reports it. The instance is then leaked.
  private mutating func searchSettings(_ placement: GuardedBuffer.Placement) throws(HostError) {
    let settings = context.settings(atMost: Self.settings, sets: Self.sets, for: AudioInputWrite.id)
    let instance = try makeInstance()
    guard !settings.isEmpty, let run = instance.hosted.descriptor.pointee.run else { return }
    // 63 frames leave the longest remainder in any vector loop. A buffer that starts at the guard page is aligned.
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

  /// Searches with buffers of odd lengths that end at a guard page.
  ///
  /// Plug-ins that need aligned buffers crash. That ends the search, because audio.alignment reports it. The instance is
  /// then leaked.
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
  /// The findings about out-of-bounds accesses to port buffers.
  ///
  /// - Parameter message: the kind of finding for an access; nil for an access that another check reports.
  static func accesses(
    _ context: PluginContext, message: (OutOfBoundsAccess, PortDescription) -> Message?
  ) throws(HostError) -> CheckOutcome {
    let findings = try OutOfBoundsSearch(context).accesses.compactMap { access -> Finding? in
      guard let port = context.plugin.ports.first(where: { $0.index == access.port }),
        let message = message(access, port)
      else { return nil }
      let backtrace = access.stack.symbolized()
      let verb = access.access == .read ? "read" : "wrote"
      let direction = port.isInput ? "input" : "output"
      return finding(
        message, .error, about: port.symbol,
        "run() \(verb) \(access.place) of \(direction) '\(port.symbol)' (block of \(access.block.frames) frames).",
        count: access.count, call: "run()", block: access.block, seed: context.seed,
        controls: access.controls.isEmpty ? nil : access.controls, backtrace: backtrace.isEmpty ? nil : backtrace)
    }
    return .findings(findings)
  }
}
