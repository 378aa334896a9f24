import LV2Host
import Model
import Support
import TestHost

/// Collects the out-of-bounds accesses in buffers that end or start at a guard page, of many lengths and at many settings.
struct OutOfBoundsSearch {
  /// Lengths whose buffers are aligned to 64 bytes, whether they end or start at the guard page.
  private static let evenLengths = [256, 64, 16]
  /// Lengths whose buffers are aligned to 4 bytes only if they end at the guard page. A vector loop over 4 or 8 frames
  /// leaves every possible remainder.
  private static let oddLengths = [1, 2, 3, 5, 7, 10, 15, 17, 18, 22, 31, 61, 62, 63]
  private static let blocks = 4
  /// The nominal and the maximum length of all blocks.
  static var nominalLength: Int { evenLengths[0] }

  private let context: PluginContext
  /// Each kind of access at each side of a port once.
  private(set) var accesses: [OutOfBoundsAccess] = []

  /// The accesses of a plug-in. The checks of a process share one search.
  static func accesses(_ context: PluginContext) throws(HostError) -> [OutOfBoundsAccess] {
    if let last, last.start == context.start { return last.accesses }
    let accesses = try OutOfBoundsSearch(context).accesses
    last = (context.start, accesses)
    return accesses
  }

  // SAFETY: the checks of a process run one after the other in one thread, with the same settings.
  nonisolated(unsafe) private static var last: (start: PluginContext.Start, accesses: [OutOfBoundsAccess])?

  private init(_ context: PluginContext) throws(HostError) {
    self.context = context
    for placement in [GuardedBuffer.Placement.end, .start] { try search(placement, Self.evenLengths) }
    try search(.start, Self.oddLengths)
    try searchMisaligned()
    for placement in [GuardedBuffer.Placement.end, .start] { try searchSettings(placement) }
  }

  private func makeInstance() throws(HostError) -> InstanceUnderTest {
    let instance = try context.activeInstance(InstanceSetup(context, \.blockLength, Self.evenLengths[0]))
    instance.watch = .buffers
    return instance
  }

  private mutating func search(_ placement: GuardedBuffer.Placement, _ lengths: [Int]) throws(HostError) {
    let instance = try makeInstance()
    let longest = instance.configuration.maximumBlockLength
    for length in lengths where !instance.configuration.isFixedBlockLength || length == longest {
      CrashRecord.note(activity: "guarded buffers that \(placement == .end ? "end" : "start") at a guard page")
      accesses.add(try instance.accesses(frames: length, placement, blocks: Self.blocks, seed: context.seed))
    }
  }

  /// Searches at settings other than the defaults; a crash, which param.bounds reports, ends the search.
  private mutating func searchSettings(_ placement: GuardedBuffer.Placement) throws(HostError) {
    let settings = context.settings(sets: 16, for: AudioInputWrite.id)
    let instance = try makeInstance()
    guard !settings.isEmpty else { return }
    // 63 frames leave the longest remainder in any vector loop. A buffer that starts at the guard page is aligned.
    let length = placement == .end ? 64 : 63
    let frames = instance.configuration.isFixedBlockLength ? instance.configuration.maximumBlockLength : length
    let ports = try GuardedPorts(instance, frames: frames, placement: placement)
    for setting in settings {
      CrashRecord.note(activity: "guarded buffers")
      setting.apply(to: instance)
      guard survives(instance, ports, blocks: 2) else { return }
    }
  }

  /// Searches with buffers of odd lengths that end at a guard page. Plug-ins that need aligned buffers crash, which
  /// audio.alignment reports; that ends the search.
  private mutating func searchMisaligned() throws(HostError) {
    let instance = try makeInstance()
    guard !instance.configuration.isFixedBlockLength else { return }
    for length in Self.oddLengths {
      CrashRecord.note(activity: "guarded buffers of \(length.counted("frame")), aligned to 4 bytes")
      let ports = try GuardedPorts(instance, frames: length, placement: .end)
      guard survives(instance, ports, blocks: Self.blocks) else { return }
    }
  }

  /// Collects the accesses of an instance; leaks the instance and returns false if the plug-in crashes.
  private mutating func survives(_ instance: InstanceUnderTest, _ ports: GuardedPorts, blocks: Int) -> Bool {
    guard let run = instance.hosted.descriptor.pointee.run else { return false }
    var survived = true
    accesses.add(
      ports.accesses(blocks: blocks, seed: context.seed) { frames in
        survived = instance.survives(run, frames)
        return survived
      })
    if !survived { _ = Unmanaged.passRetained(ports) }
    return survived
  }
}

extension InstanceUnderTest {
  /// The out-of-bounds accesses in blocks of `frames` with the ports in guarded buffers.
  func accesses(
    frames: Int, _ placement: GuardedBuffer.Placement, blocks: Int, seed: UInt32
  ) throws(HostError) -> [OutOfBoundsAccess] {
    try GuardedPorts(self, frames: frames, placement: placement).accesses(blocks: blocks, seed: seed) { frames in
      run(frames)
      return true
    }
  }
}

extension PluginCheck {
  /// A control port has one value: its bytes are of no interest.
  private static func place(of access: OutOfBoundsAccess, _ port: PortDescription) -> String {
    access.isInside && port.kind == .control ? "" : "\(access.place) of "
  }

  /// The findings about accesses to port buffers: one for all ports with the same access.
  ///
  /// - Parameters:
  ///   - message: returns nil for an access that another check reports.
  ///   - naming: the names in the remedy of a message about these ports.
  static func accesses(
    _ context: PluginContext, message: (OutOfBoundsAccess, PortDescription) -> Message?,
    naming: (Message, [PortDescription]) -> [String]
  ) throws(HostError) -> CheckOutcome {
    var groups: [(message: Message, place: String, access: OutOfBoundsAccess, ports: [PortDescription])] = []
    for access in try OutOfBoundsSearch.accesses(context).sorted(by: { $0.port < $1.port }) {
      guard let port = context.plugin.ports.first(where: { $0.index == access.port }),
        let message = message(access, port)
      else { continue }
      let place = place(of: access, port)
      let known = groups.firstIndex {
        $0.message.word == message.word && $0.place == place && $0.access.access == access.access
          && $0.ports[0].kind == port.kind && $0.ports[0].direction == port.direction
          && ($0.access.change == nil) == (access.change == nil)
      }
      if let known {
        groups[known].ports.append(port)
        groups[known].access.count += access.count
      } else {
        groups.append((message, place, access, [port]))
      }
    }
    return .findings(
      groups.map { message, place, access, ports in
        let backtrace = access.stack.symbolized()
        let isRewritten = access.isInside && access.change == nil && ports[0].kind == .control
        return runFinding(
          message, severity: isRewritten ? .warning : nil, about: ports[0].symbol, context,
          sentence(about: access, at: place, ports, isRewritten: isRewritten), naming: naming(message, ports),
          count: access.count, block: access.block, controls: access.controls.isEmpty ? nil : access.controls,
          backtrace: backtrace.isEmpty ? nil : backtrace)
      })
  }

  /// - Parameter isRewritten: whether a control has the same value as before.
  private static func sentence(
    about access: OutOfBoundsAccess, at place: String, _ ports: [PortDescription], isRewritten: Bool
  ) -> String {
    let isShort = access.block.frames < OutOfBoundsSearch.nominalLength
    let length = isShort && !access.isInside ? " in a block of \(access.block.frames.counted("frame"))" : ""
    let nominal =
      length.isEmpty ? "" : " The nominal block length was \(OutOfBoundsSearch.nominalLength.counted("frame"))."
    let values =
      access.change.map { "\(ports.count > 1 ? ", the first" : "") from \($0.from.text) to \($0.to.text)" }
      ?? (isRewritten ? ", but the \("value".inNumber(ports.count)) did not change" : "")
    let verb = access.access == .read ? "read" : access.change == nil ? "wrote" : "changed"
    let expected =
      access.isInside ? "no write to an input" : "no \(access.access == .read ? "read" : "write") outside the buffer"
    return "run() \(verb) \(place)\(ports.text)\(length)\(values); expected \(expected).\(nominal)"
  }
}

extension Rule {
  /// For accesses before the start and past the end of a port's memory.
  static let sizeOfPort = Rule(
    "The buffer of an audio or CV port has \"sample_count elements in any call to LV2_Descriptor::run()\"; a control "
      + "port is \"connected to a single float\"",
    source: "lv2core: lv2:AudioPort, lv2:CVPort, lv2:ControlPort")
}

extension [PortDescription] {
  /// Ports of one kind and direction in a message, at most four of them: "input controls 'a', 'b', 'c', 'd' and 3 more".
  var text: String {
    guard count > 1 else { return map(\.title).joined() }
    let kind = self[0].title.prefix { $0 != "'" }.dropLast()
    return "\(kind)s \(map { "'\($0.symbol)'" }.listed(atMost: 4))"
  }

  /// What run() may access of ports of one kind, and, for an access past the end, where else to look, for a remedy.
  func extent(isPastEnd: Bool) -> [String] {
    let isControl = self[0].kind == .control
    let extent = "\(isControl ? "the single value" : "the sample_count samples") of \(text)"
    return isPastEnd ? [extent, isControl ? "" : ", also if the last vector of a loop is incomplete"] : [extent]
  }
}
