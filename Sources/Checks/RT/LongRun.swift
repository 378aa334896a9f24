import LV2Host
import Support
import TestHost

/// What the detectors recorded in a long time of sound, for actions that a plug-in performs only once per second.
///
/// All detectors watch at the same time, and all checks of a process share the result.
struct LongRun {
  /// Actions in run(), each place once. Those of the first block belong to rt.first-block.
  private(set) var events: [WatchedEvent] = []
  /// In seconds of sound.
  private(set) var steadyTime = 0.0, movingTime = 0.0

  /// In seconds of sound, for each of the two parts.
  private static let duration = 10.0
  /// The processor time of each part, in seconds: a plug-in with a load of 1 % reaches the duration.
  private static let budget = 0.1
  /// In frames: long blocks, so that most of the time belongs to the plug-in.
  private static let block = 1024
  /// The number of blocks after which events are collected, so that frequent ones leave room for rare ones.
  private static let collection = 32

  // SAFETY: the checks of a process run one after the other in one thread.
  nonisolated(unsafe) private static var known: (uri: String, run: LongRun)?

  static func of(_ context: PluginContext) throws -> LongRun {
    if let known, known.uri == context.plugin.uri { return known.run }
    let run = try LongRun(context)
    known = (context.plugin.uri, run)
    return run
  }

  private init(_ context: PluginContext) throws {
    CrashRecord.note(activity: "a long time of steady sound")
    var setup = InstanceSetup(context)
    setup.blockLength = context.plugin.requiresOneBlockLength ? context.blockLength : Self.block
    let instance = try context.activeInstance(setup)
    instance.fill(.noise(amplitude: 0.5, seed: context.seed), from: 0, count: instance.configuration.maximumBlockLength)
    WatchedEvent.reset()
    instance.watch = [.heap, .locks, .syscalls, .hostCalls]
    instance.prepareAtoms()
    instance.run(instance.configuration.maximumBlockLength)
    WatchedEvent.reset()
    steadyTime = play(instance) { _ in }
    CrashRecord.note(activity: "a long time of sound with moving controls")
    var generator = SplitMix64(seed: UInt64(context.seed))
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
    instance.watch = []
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
      if block % Self.collection == 0 { collect() }
    }
    collect()
    return Double(block * length) / instance.setup.rate
  }

  private mutating func collect() {
    let recorded = WatchedEvent.recorded(
      by: { $0.kind == .hostCall ? $0.argument : 0 }, where: { !$0.isInvalidFree })
    for event in recorded {
      // The argument of a host call is the function, that of free() an address.
      let known = events.firstIndex {
        event.isSamePlace(as: $0) && (event.watch != .hostCalls || event.argument == $0.argument)
      }
      if let place = known {
        events[place].count += event.count
      } else {
        events.append(event)
      }
    }
    WatchedEvent.reset()
  }

  /// What was played, as a clause.
  var description: String {
    "\(Self.seconds(steadyTime)) of steady sound and \(Self.seconds(movingTime)) with moving controls"
  }

  private static func seconds(_ time: Double) -> String { "\((10 * time).rounded(.down) / 10) s" }

  /// The events of some kinds that are not among those of another exercise.
  func events(beside others: [WatchedEvent], where isIncluded: (WatchedEvent) -> Bool) -> [WatchedEvent] {
    events.filter { event in isIncluded(event) && !others.contains { event.isSamePlace(as: $0) } }
  }
}
