import Support
import LV2Host
import Synchronization
import TestHost
import ValidationModel

enum ThreadSaveDuringRun: PluginCheck {
  static let id: CheckID = "thread.save-during-run"
  static let text = CheckText(
    asserts: "save() neither crashes nor hangs while run() is on in another thread.",
    rule: "save() may be called concurrently with functions of the audio class; the plug-in sees to what that takes",
    source: "lv2/state/state.h: LV2_State_Interface.save",
    method:
      "One thread runs blocks of noise with controls, parameters and MIDI on the move, for 0.1 s and until another, "
      + "which saves again and again, has done so 10 times; with 8 instances, or as many as 3 s are enough for.",
    remedy: "Hand save() a copy of the state, by atomic exchange or under a lock that run() only tries to take.",
    severities: [.error])

  /// What does harm may come once in the life of an instance, soon after its beginning.
  private static let lives = 8
  private static let time = Duration.milliseconds(100)
  /// How often the other thread is to have saved by then: on a busy machine it takes a while until they meet.
  private static let saves = 10
  /// Of all lives together.
  private static let patience = Duration.seconds(3)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    // What comes before the first meeting does not count: it takes some plug-ins longer than that.
    var end: ContinuousClock.Instant?
    for _ in 0..<lives where end.map({ ContinuousClock.now < $0 }) ?? true {
      guard let instance = try context.statefulRig(folder) else { return .skipped(PluginContext.noState) }
      instance.activate()
      instance.randomizeState(context, for: id, file: file)
      let last = end ?? ContinuousClock.now + patience
      meet(Player(instance, context, file: file), instance, until: last)
      end = last
    }
    return .passed
  }

  private static func meet(_ player: Player, _ instance: InstanceUnderTest, until end: ContinuousClock.Instant) {
    CrashRecord.note(activity: "save() and run() in two threads")
    // One call of the black box around both threads: a thread that hangs does so within it.
    InstanceUnderTest.noted("save") {
      ParallelThreads.run([{ player.play(for: time, saves: saves, until: end) }]) {
        while player.isPlaying {
          _ = instance.hosted.saveState()
          player.noteSave()
          CrashRecord.noteProgress()
        }
      }
    }
  }
}

/// Plays blocks that all differ, without a note in the black box.
private final class Player: @unchecked Sendable {
  // SAFETY: one thread plays; the other touches the atomic members alone.
  private let instance: InstanceUnderTest
  private let parameters: [WritableParameter]
  private let file: String
  private var generator: SplitMix64
  private let playing = Atomic<Bool>(true)
  private let saves = Atomic<Int>(0)

  init(_ instance: InstanceUnderTest, _ context: PluginContext, file: String) {
    self.instance = instance
    self.file = file
    parameters = WritableParameter.all(of: context)
    generator = context.generator(for: ThreadSaveDuringRun.id)
    instance.fill(context.noise, from: 0, count: instance.configuration.maximumBlockLength)
  }

  var isPlaying: Bool { playing.load(ordering: .acquiring) }

  /// The other thread has saved once more.
  func noteSave() { saves.add(1, ordering: .relaxed) }

  /// Plays for some time, and until the other thread has saved so many times, or to the end.
  func play(for time: Duration, saves enough: Int, until end: ContinuousClock.Instant) {
    let start = ContinuousClock.now
    // A life that was begun in time meets too.
    let end = max(end, start + time)
    let controls = instance.plugin.ports(.control, .input)
    var block = 0
    while true {
      let now = ContinuousClock.now
      if now > end || (now - start > time && saves.load(ordering: .relaxed) >= enough) { break }
      if !controls.isEmpty, let range = controls[block % controls.count].range(rate: instance.setup.rate) {
        let port = controls[block % controls.count]
        instance[control: port.index] = port.value(at: generator.unit(), in: range)
      }
      instance.prepareAtoms()
      instance.sendParameter(parameters, block: block, at: generator.unit(), file: file)
      if let midiInput = instance.midiInput {
        let note = UInt8(truncatingIfNeeded: block / 2) & 0x7F
        instance.atom(midiInput)?.sequence.append(midi: [block % 2 == 0 ? 0x90 : 0x80, note, 100], frame: 0)
      }
      instance.hosted.run(instance.configuration.maximumBlockLength)
      instance.hosted.features.worker.performDeferred()
      CrashRecord.noteProgress()
      block += 1
    }
    playing.store(false, ordering: .releasing)
  }
}
