import LV2Host
import Support
import TestHost
import ValidationModel

enum ThreadSaveDuringRun: PluginCheck {
  typealias Message = NoMessage

  static let id: CheckID = "thread.save-during-run"
  static let text = CheckText(
    asserts: "save() does not crash or hang while another thread is in run().",
    rule:
      "save() may be called concurrently with functions of the audio class; the plug-in provides the synchronization",
    source: "lv2/state/state.h: LV2_State_Interface.save",
    method: "One thread runs blocks of noise with moving controls, parameters and MIDI. Another thread calls save() "
      + "repeatedly. Both run for at least 0.1 s and ten calls of save(), with up to eight instances in three seconds.",
    remedy:
      "Give save() a copy of the state: exchange it atomically, or protect it by a lock that run() only tries to lock.",
    level: CheckLevel(5, "Hosts save sessions during playback."),
    severities: [.error])

  /// A defect can occur only once for each instance, soon after its creation.
  private static let instances = 8
  private static let time = Duration.milliseconds(100)
  /// The minimum number of calls of save(): on a busy machine, the threads do not run simultaneously at once.
  private static let saves = 10
  /// For all instances together.
  private static let patience = Duration.seconds(3)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    // The time before the first instance is ready does not count: some plug-ins take longer than the limit.
    var end: ContinuousClock.Instant?
    for _ in 0..<instances where end.map({ ContinuousClock.now < $0 }) ?? true {
      guard let instance = try context.statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
      instance.activate()
      instance.randomizeState(context, for: id, file: file)
      let last = end ?? ContinuousClock.now + patience
      let player = Player(instance, context, file: file, for: id, performsWork: true)
      CrashRecord.note(activity: "save() and run() in two threads")
      // One recorded call covers both threads, so that the watchdog attributes a hang of either to it.
      InstanceUnderTest.noted("save") {
        ParallelThreads.run([{ player.play(for: time, calls: saves, until: last) }]) {
          while player.isPlaying.load(ordering: .acquiring) {
            _ = instance.hosted.saveState()
            player.calls.add(1, ordering: .relaxed)
            CrashRecord.noteProgress()
          }
        }
      }
      end = last
    }
    return .passed
  }
}
