import LV2Host
import Support
import TestHost
import ValidationModel

enum ThreadRestoreDuringRun: PluginCheck {
  typealias Message = NoMessage

  static let id: CheckID = "thread.restore-during-run"
  static let text = CheckText(
    asserts:
      "If the plug-in declares state:threadSafeRestore, restore() does not crash or hang while another thread is in "
      + "run().",
    rule:
      "If a plugin supports this feature, its restore method is thread-safe and may be called concurrently with audio "
      + "class functions",
    source: "state.meta.ttl: state:threadSafeRestore",
    method:
      "One thread runs blocks of noise with moving controls, parameters and MIDI. Another thread restores the initial "
      + "and a changed state in turn, and does the work that restore() and run() schedule. Both run for at least 0.1 s and "
      + "ten calls of restore(), with up to four instances in three seconds.",
    remedy: "Load the state in work(), and exchange it in work_response(), which belongs to the audio thread.",
    level: CheckLevel(5, "Hosts restore presets during playback if the plug-in permits it."),
    severities: [.error])

  private static let instances = 4
  private static let time = Duration.milliseconds(100)
  /// The minimum number of calls of restore().
  private static let restores = 10
  /// For all instances together.
  private static let patience = Duration.seconds(3)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.features.contains(URI.State.threadSafeRestore) else {
      return .skipped("the plug-in does not declare state:threadSafeRestore")
    }
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    var end: ContinuousClock.Instant?
    for _ in 0..<instances where end.map({ ContinuousClock.now < $0 }) ?? true {
      guard let instance = try context.statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
      instance.activate()
      let initial = instance.save()
      instance.randomizeState(context, for: id, file: file)
      let states = [initial, instance.save()].compactMap(\.self)
      guard !states.isEmpty else { return .skipped("save() returned an error") }
      let last = end ?? ContinuousClock.now + patience
      let player = Player(instance, context, file: file, for: id, performsWork: false)
      CrashRecord.note(activity: "restore() and run() in two threads")
      // One recorded call covers both threads, so that the watchdog attributes a hang of either to it.
      InstanceUnderTest.noted("restore") {
        ParallelThreads.run([{ player.play(for: time, calls: restores, until: last) }]) {
          while player.isPlaying.load(ordering: .acquiring) {
            let count = player.calls.add(1, ordering: .relaxed).newValue
            instance.hosted.restoreState(states[count % states.count])
            instance.hosted.features.worker.performDeferred()
            CrashRecord.noteProgress()
          }
        }
      }
      end = last
    }
    return .passed
  }
}
