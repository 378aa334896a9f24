import Glibc
import LV2Host
import Model
import Support
import Synchronization
import TestHost

extension PluginContext {
  /// Plays instances, one after the other, while another thread calls a function of each. Returns why that is impossible,
  /// or `passed`.
  ///
  /// - Parameters:
  ///   - check: the check that makes the calls.
  ///   - name: the name of the function, for the crash record.
  ///   - instances: the largest number of instances.
  ///   - performsWork: whether the work of the worker is done between the blocks; otherwise `call` does it.
  ///   - prepare: returns what the calls need after it changed the state; nil if save() returned an error.
  ///   - call: makes the call with this number, from 1.
  func callDuringRun<Data>(
    for check: CheckID, _ name: String, instances: Int, performsWork: Bool,
    prepare: (InstanceUnderTest, _ randomize: () -> Void) -> Data?,
    call: @escaping (InstanceUnderTest, Data, _ number: Int) -> Void
  ) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: self)
    // The time before the first instance is ready does not count: some plug-ins take longer than the limit.
    var end: ContinuousClock.Instant?
    for _ in 0..<instances where end.map({ ContinuousClock.now < $0 }) ?? true {
      guard let instance = try statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
      instance.activate()
      guard let data = prepare(instance, { instance.randomizeState(self, for: check, file: file) }) else {
        return .skipped("save() returned an error")
      }
      let last = end ?? ContinuousClock.now + Player.patience
      let player = Player(instance, self, file: file, for: check, performsWork: performsWork)
      CrashRecord.note(activity: "\(name)() and run() in two threads")
      // One recorded call covers both threads, so that the watchdog attributes a hang of either to it.
      _ = InstanceUnderTest.noted(name) {
        ParallelThreads.run([{ player.play(until: last) }]) {
          let limit = max(last, .now + Player.time) + Player.grace
          while player.isPlaying.load(ordering: .acquiring), .now < limit {
            let block = player.blocks.load(ordering: .relaxed)
            call(instance, data, player.calls.load(ordering: .relaxed) + 1)
            player.calls.add(1, ordering: .relaxed)
            if player.blocks.load(ordering: .relaxed) != block { player.meetings.add(1, ordering: .relaxed) }
            CrashRecord.noteProgress()
          }
          // Only the player is left. The calls here would hide from the watchdog that it makes no progress.
          if player.isPlaying.load(ordering: .acquiring) {
            CrashRecord.replaceCall(player.isWorking.load(ordering: .relaxed) ? "work" : "run")
          }
        }
      }
      end = last
    }
    return .passed
  }
}

/// Plays blocks that all differ, while another thread calls functions of the instance; without entries in the crash record.
final class Player: @unchecked Sendable {
  /// The time of one instance.
  static let time = Duration.milliseconds(100)
  /// The minimum number of calls: on a busy machine, the threads do not run simultaneously at once.
  private static let enoughCalls = 10
  /// An instance plays for this time only if so many calls were made while a block began.
  private static let (shortTime, enoughMeetings) = (Duration.milliseconds(20), 500)
  /// For all instances together.
  static let patience = Duration.seconds(3)
  /// The time after the end in which a player finishes its last block.
  static let grace = Duration.seconds(1)

  // SAFETY: one thread plays; the other uses only the atomic properties.
  private let instance: InstanceUnderTest
  private let parameters: [WritableParameter]
  private let file: String
  private var generator: SplitMix64
  let isPlaying = Atomic<Bool>(true)
  /// Whether the player does the work of the worker.
  let isWorking = Atomic<Bool>(false)
  /// The number of calls in the other thread.
  let calls = Atomic<Int>(0)
  /// The number of these calls during which a block began.
  let meetings = Atomic<Int>(0)
  /// The number of blocks that have begun.
  let blocks = Atomic<Int>(0)
  /// Whether the work of the worker is done between the blocks; otherwise the other thread does it.
  private let performsWork: Bool
  /// The time between two blocks, in microseconds.
  private let pause: UInt32
  /// What the thread does after the block with this number, from 0.
  var betweenBlocks: ((Int) -> Void)?

  init(
    _ instance: InstanceUnderTest, _ context: PluginContext, file: String, for check: CheckID, performsWork: Bool,
    pause: UInt32 = 0
  ) {
    self.pause = pause
    self.instance = instance
    self.file = file
    self.performsWork = performsWork
    parameters = WritableParameter.all(of: context)
    generator = context.generator(for: check)
    instance.fill(context.noise, from: 0, count: instance.configuration.maximumBlockLength)
  }

  /// Plays for a time and until the other thread made enough calls, but not past the end.
  func play(until end: ContinuousClock.Instant) {
    CrashRecord.nameCallOfThread("run")
    let start = ContinuousClock.now
    // An instance that was created in time plays for its whole time.
    let end = max(end, start + Self.time)
    let controls = instance.plugin.ports(.control, .input)
    var block = 0
    while true {
      let now = ContinuousClock.now
      if now > end || isEnough(after: now - start) { break }
      let port = controls.isEmpty ? nil : controls[block % controls.count]
      if let port, let range = port.range(rate: instance.setup.rate) {
        instance[control: port.index] = port.randomValue(in: range, &generator)
      }
      // The control that moved last is not the cause of what happens at the same time in the other thread.
      CrashRecord.forgetControl()
      instance.prepareAtoms()
      instance.sendParameter(parameters, block: block, at: generator.unit(), file: file)
      if let midiInput = instance.midiInput {
        let note = UInt8(truncatingIfNeeded: block / 2) & 0x7F
        instance.atom(midiInput)?.sequence.append(midi: [block % 2 == 0 ? 0x90 : 0x80, note, 100], frame: 0)
      }
      blocks.add(1, ordering: .relaxed)
      instance.hosted.run(instance.configuration.maximumBlockLength)
      if performsWork {
        isWorking.store(true, ordering: .relaxed)
        instance.hosted.features.worker.performDeferred()
        isWorking.store(false, ordering: .relaxed)
      }
      betweenBlocks?(block)
      CrashRecord.noteProgress()
      if pause > 0 { usleep(pause) }
      block += 1
    }
    isPlaying.store(false, ordering: .releasing)
  }

  private func isEnough(after time: Duration) -> Bool {
    time > Self.time && calls.load(ordering: .relaxed) >= Self.enoughCalls
      || time > Self.shortTime && meetings.load(ordering: .relaxed) >= Self.enoughMeetings
  }
}
