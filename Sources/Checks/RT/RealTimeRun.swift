import LV2Host
import Support
import TestHost

/// What the detectors recorded in run() during an exercise and a long time of sound.
///
/// All detectors watch at the same time, and all checks of a process share the result. The long time reveals actions that
/// a plug-in performs only once per second.
struct RealTimeRun {
  /// Each place once. Those of the first block belong to rt.first-block, except for calls of the host.
  private(set) var events: [WatchedEvent] = []
  /// For each event, the changes of controls that precede all its occurrences.
  private var changes: [[ControlChange]] = []
  /// In seconds of sound.
  private var steadyTime = 0.0, movingTime = 0.0

  /// In seconds of sound, for each of the two parts.
  private static let duration = 10.0
  /// The processor time of each part, in seconds: a plug-in with a load of 1 % reaches the duration.
  private static let budget = 0.1
  /// In frames: long blocks, so that most of the time belongs to the plug-in.
  private static let block = 1024
  /// The number of events after which they are collected, so that frequent ones leave room for rare ones.
  private static let collection = 1024

  // SAFETY: the checks of a process run one after the other in one thread.
  nonisolated(unsafe) private static var known: (uri: String, run: RealTimeRun)?

  static func of(_ context: PluginContext) throws -> RealTimeRun {
    if let known, known.uri == context.plugin.uri { return known.run }
    let run = try RealTimeRun(context)
    known = (context.plugin.uri, run)
    return run
  }

  private init(_ context: PluginContext) throws {
    try exercise(context)
    var setup = InstanceSetup(context)
    if !context.plugin.requiresOneBlockLength { setup.blockLength = Self.block }
    let instance = try watched(context, setup)
    let length = instance.configuration.maximumBlockLength
    instance.fill(.noise(amplitude: 0.5, seed: context.seed), from: 0, count: length)
    CrashRecord.note(activity: "a long time of steady sound")
    instance.prepareAtoms()
    instance.run(length)
    collect(instance, onlyHostCalls: true)
    steadyTime = play(instance) { _ in }
    CrashRecord.note(activity: "a long time of sound with moving controls")
    var generator = context.generator(for: RTAllocation.id)
    let ports = context.plugin.movableControls.compactMap { port in
      port.range(rate: context.rate).map { (port: port, range: $0) }
    }
    movingTime = play(instance) { block in
      if !ports.isEmpty {
        let (port, range) = ports[block % ports.count]
        instance[control: port.index] = port.value(at: generator.unit(), in: range)
      }
      if let midiInput = instance.midiInput, block % 16 == 0 {
        let note = UInt8(generator.next() % 128)
        instance.atom(midiInput)?.sequence.append(midi: [block % 32 == 0 ? 0x90 : 0x80, note, 100], frame: 0)
      }
    }
  }

  private mutating func exercise(_ context: PluginContext) throws {
    let instance = try watched(context, .longBlocks(context))
    var run = self
    try instance.exercise(context, for: RTAllocation.id) {
      if instance.blockIndex == 1 { run.collect(instance, onlyHostCalls: true) }
      if WatchedEvent.keptCount > Self.collection { run.collect(instance) }
    }
    run.collect(instance)
    self = run
  }

  private func watched(_ context: PluginContext, _ setup: InstanceSetup) throws -> InstanceUnderTest {
    let instance = try context.activeInstance(setup)
    WatchedEvent.reset()
    instance.watch = [.heap, .locks, .syscalls, .hostCalls]
    return instance
  }

  /// Plays the same block of sound again and again, until the duration or the processor time is reached.
  ///
  /// - Parameter before: called before each block with its number.
  /// - Returns: the duration of the sound in seconds.
  private mutating func play(_ instance: InstanceUnderTest, _ before: (Int) -> Void) -> Double {
    let length = instance.configuration.maximumBlockLength
    let blocks = Int((Self.duration * instance.setup.rate / Double(length)).rounded(.up))
    let start = BlockDurations.threadTime
    var block = 0
    while block < blocks, BlockDurations.threadTime - start < Self.budget {
      instance.prepareAtoms()
      before(block)
      instance.run(length)
      block += 1
      if WatchedEvent.keptCount > Self.collection { collect(instance) }
    }
    collect(instance)
    return Double(block * length) / instance.setup.rate
  }

  private mutating func collect(_ instance: InstanceUnderTest, onlyHostCalls: Bool = false) {
    let recorded = WatchedEvent.recorded(
      by: { $0.kind == .hostCall ? $0.argument : 0 },
      where: { $0.kind == .hostCall || !onlyHostCalls && !$0.isInvalidFree })
    for event in recorded {
      let blocks = event.blocks.sorted().map { instance.changes[$0] ?? [] }
      if let place = events.firstIndex(where: { event.isSameEvent(as: $0) }) {
        events[place].count += event.count
        changes[place] = Self.common(to: [changes[place]] + blocks)
      } else {
        events.append(event)
        changes.append(Self.common(to: blocks))
      }
    }
    WatchedEvent.reset()
  }

  /// The changes in the first list of the controls that are in all lists.
  private static func common(to lists: [[ControlChange]]) -> [ControlChange] {
    (lists.first ?? []).filter { change in
      lists.allSatisfy { list in list.contains { $0.symbol == change.symbol } }
    }
  }

  /// The change of the only control whose changes precede all of several occurrences of an event; nil if there is none.
  func change(before event: WatchedEvent) -> ControlChange? {
    guard event.count > 1, let place = events.firstIndex(where: { $0.isSameEvent(as: event) }) else { return nil }
    return changes[place].count == 1 ? changes[place].first : nil
  }

  /// What was played in addition to the exercise, as a clause.
  var description: String {
    "\(Self.seconds(steadyTime)) of steady sound and \(Self.seconds(movingTime)) with moving controls"
  }

  private static func seconds(_ time: Double) -> String { "\((10 * time).rounded(.down) / 10) s" }
}

extension WatchedEvent {
  /// Whether two events are the same action at the same place.
  ///
  /// Calls of different host functions are different actions. Log entries are distinguished by type.
  fileprivate func isSameEvent(as other: WatchedEvent) -> Bool {
    guard isSamePlace(as: other) else { return false }
    return watch != .hostCalls
      || argument == other.argument && (argument != HostCallback.log.rawValue || detail == other.detail)
  }
}
