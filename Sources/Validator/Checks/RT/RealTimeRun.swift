import LV2Host
import Scenarios
import Support
import TestHost

/// What the detectors recorded in run() during an exercise and a long time of sound.
///
/// All detectors watch at the same time, and all checks of a process share the result. The long time reveals actions that
/// a plug-in performs only once per second.
struct RealTimeRun {
  /// An event at one place, and what precedes all its occurrences.
  private struct Observation {
    var event: WatchedEvent
    /// The number of occurrences; that of the event does not depend on the speed of the machine.
    var count: Int
    /// The changes of controls before the first occurrence.
    let firstChanges: [ControlChange]
    /// Those of the same controls before all occurrences.
    var changes: [ControlChange]
    /// The first change of each control that changed alone before an occurrence.
    var causes: [ControlChange]
    /// Whether a control changed before each block.
    var followsChanges: Bool
    /// The kinds of MIDI messages that all blocks have in common.
    var messages: Set<MIDIKind>
    /// Whether the first occurrence was while controls move in every block.
    let isTimed: Bool
    /// In what the first occurrence was, as a clause: the long time with moving controls, or the session; nil before.
    let situation: String?

    /// Changes of several controls, each alone if that was played.
    var changesOfSeveral: Occasion {
      guard let first = causes.first else {
        return Occasion(first: "after changes of \(Occasion.list(firstChanges.map(\.symbol))) at once", cause: "")
      }
      return Occasion(first: first.text, symbols: causes.map(\.symbol), cause: "")
    }
  }

  /// Each place once. Those of the first block belong to rt.first-block, except for calls of the host.
  private var observations: [Observation] = []
  /// The kinds of MIDI messages that every block had.
  private var usualMessages: Set<MIDIKind>?
  /// Whether the present part of the run ends after a processor time.
  private var isTimed = false
  private var situation: String?
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
  nonisolated(unsafe) private static var known: (start: PluginContext.Start, run: RealTimeRun)?

  static func of(_ context: PluginContext) throws -> RealTimeRun {
    if let known, known.start == context.start { return known.run }
    let run = try RealTimeRun(context)
    known = (context.start, run)
    return run
  }

  private init(_ context: PluginContext) throws {
    try exercise(context)
    isTimed = true
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
    situation = "while controls moved"
    var generator = context.generator(for: RTAllocation.id)
    let ports = context.plugin.movableControls.compactMap { port in
      port.range(rate: context.rate).map { (port: port, range: $0) }
    }
    movingTime = play(instance) { block in
      if !ports.isEmpty {
        let (port, range) = ports[block % ports.count]
        instance[control: port.index] = port.randomValue(in: range, &generator)
      }
      if instance.midiInput != nil, block % 16 == 0 {
        instance.sendMIDI([block % 32 == 0 ? 0x90 : 0x80, UInt8(generator.next() % 128), 100])
      }
    }
    try walk(context)
  }

  /// Lets controls, keys, pedals, the transport and parameters move at random, together.
  private mutating func walk(_ context: PluginContext) throws {
    let folder = try TemporaryFolder()
    let movable = Score.Movable(context, rate: context.rate, file: try folder.writeFile(for: context))
    guard movable.hasEvents, !context.isContinuation else { return }
    CrashRecord.note(activity: "a session of random moves")
    situation = "while controls, keys and the transport moved at random"
    let instance = try watched(context, InstanceSetup(context, \.stateDirectory, folder.path))
    let session = Scenario.Passage.walk(
      context, moving: movable, block: instance.configuration.maximumBlockLength,
      generator: context.generator(for: RTLock.id))
    var run = self
    func goesOn() -> Bool { !instance.isWorkSlow }
    instance.stream(session, while: goesOn) { _ in
      if instance.blockIndex == 1 { run.collect(instance, onlyHostCalls: true) }
      if WatchedEvent.keptCount > Self.collection { run.collect(instance) }
    }
    run.collect(instance)
    self = run
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
    let start = ProcessSnapshot.threadTime
    var block = 0
    while block < blocks, ProcessSnapshot.threadTime - start < Self.budget {
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
      let blocks = event.blocks.sorted()
      let changes = blocks.map { instance.changes[$0] ?? [] }
      let followsChanges = changes.allSatisfy { !$0.isEmpty }
      let causes = changes.filter { $0.count == 1 }.flatMap(\.self)
      let messages = Self.common(to: blocks.map { instance.midiMessages[$0] ?? [] })
      if let place = observations.firstIndex(where: { event.isSameEvent(as: $0.event) }) {
        observations[place].count += event.count
        if !isTimed { observations[place].event.count += event.count }
        observations[place].changes = Self.common(to: [observations[place].changes] + changes)
        observations[place].followsChanges = observations[place].followsChanges && followsChanges
        observations[place].messages.formIntersection(messages)
        observations[place].causes = Self.firstOfEach(observations[place].causes + causes)
      } else {
        observations.append(
          Observation(
            event: event, count: event.count, firstChanges: changes.first ?? [], changes: Self.common(to: changes),
            causes: Self.firstOfEach(causes), followsChanges: followsChanges, messages: messages, isTimed: isTimed,
            situation: situation))
      }
    }
    let usual = Self.common(to: (0..<instance.blockIndex).map { instance.midiMessages[$0] ?? [] })
    usualMessages = usualMessages.map { $0.intersection(usual) } ?? usual
    WatchedEvent.reset()
  }

  var events: [WatchedEvent] { observations.map(\.event) }

  private static func common(to sets: [Set<MIDIKind>]) -> Set<MIDIKind> {
    sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
  }

  /// The first change of each control.
  private static func firstOfEach(_ changes: [ControlChange]) -> [ControlChange] {
    changes.reduce(into: []) { first, change in
      if !first.contains(where: { $0.symbol == change.symbol }) { first.append(change) }
    }
  }

  /// The changes in the first list of the controls that are in all lists.
  private static func common(to lists: [[ControlChange]]) -> [ControlChange] {
    (lists.first ?? []).filter { change in
      lists.allSatisfy { list in list.contains { $0.symbol == change.symbol } }
    }
  }

  /// What precedes all occurrences of an event: changes of one control or of several, or a MIDI message; nil if there is
  /// none. While controls move, a single occurrence follows a change by chance.
  func occasion(of event: WatchedEvent) -> Occasion? {
    guard let seen = observations.first(where: { $0.event.isSameEvent(as: event) }) else { return nil }
    if seen.count > 1 || !seen.isTimed {
      if seen.changes.count == 1, let change = seen.changes.first {
        return Occasion(first: change.text, cause: change.symbol)
      }
      if seen.followsChanges { return seen.changesOfSeveral }
    }
    let messages = seen.messages.subtracting(usualMessages ?? [])
    if seen.count > 1, messages.count == 1, let message = messages.first {
      return Occasion(first: "after \(message.text)", cause: message.text)
    }
    return seen.situation.map { Occasion(first: $0, cause: $0) }
  }

  /// What was played in addition to the exercise, as a clause.
  var description: String {
    "\(Self.seconds(steadyTime)) of steady sound and \(Self.seconds(movingTime)) with moving controls"
  }

  private static func seconds(_ time: Double) -> String { "\((10 * time).rounded(.down) / 10) s" }
}

/// What precedes all occurrences of an event.
struct Occasion: Equatable {
  /// The first one, as a clause such as "after 'oversampling' changed from 1.0 to 4.0".
  let first: String
  /// The symbols of the controls whose changes precede it, each alone; empty if it is one control.
  private var symbols: [String] = []
  /// Equal for events with the same cause: the symbol of the control, or the kind of message; empty for several controls.
  let cause: String

  init(first: String, symbols: [String] = [], cause: String) {
    self.first = first
    self.symbols = symbols
    self.cause = cause
  }

  /// Adds the controls of another event with the same cause.
  mutating func add(_ other: Occasion) {
    symbols += other.symbols.filter { !symbols.contains($0) }
  }

  var text: String {
    let others = symbols.filter { !first.contains("'\($0)'") }
    return others.isEmpty ? first : "\(first), and after changes of \(Self.list(others))"
  }

  /// Such as "'size', 'width', 'depth', 'tone' and 3 more controls".
  static func list(_ symbols: [String]) -> String { symbols.map { "'\($0)'" }.listed(atMost: 4, "control") }
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
