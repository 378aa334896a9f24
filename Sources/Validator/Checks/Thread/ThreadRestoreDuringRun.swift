import LV2Host
import Model
import TestHost

enum ThreadRestoreDuringRun: PluginCheck {
  typealias Message = NoMessage

  static let id: CheckID = "thread.restore-during-run"
  static let measuresTime = true
  static let text = CheckText(
    asserts:
      "If the plug-in declares state:threadSafeRestore, restore() does not crash or hang while another thread is in "
      + "run().",
    method:
      "One thread runs blocks of noise with moving controls, parameters and MIDI. Another thread restores the initial "
      + "and a changed state in turn, and does the work that restore() and run() schedule. Both run for at least 0.1 s "
      + "and ten calls, or until blocks began during 500 calls, with up to four instances in three seconds.",
    level: CheckLevel(5, "Hosts restore presets during playback if the plug-in permits it."))

  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "\"If a plugin supports this feature, its LV2_State_Interface::restore method is thread-safe and may be called "
          + "concurrently with audio class functions\"",
        source: "state: state:threadSafeRestore"),
      remedy:
        "Load the state in work(), scheduled with the feature that restore() receives, and exchange it in "
        + "work_response(), which belongs to the audio thread. Do not wait in run() for a lock that restore() holds."),
    exercise: .sharing)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.features.contains(URI.State.threadSafeRestore) else {
      return .skipped("the plug-in does not declare state:threadSafeRestore")
    }
    return try context.callDuringRun(for: id, "restore", instances: 4, performsWork: false) { instance, randomize in
      let initial = instance.save()
      randomize()
      let states = [initial, instance.save()].compactMap(\.self)
      return states.isEmpty ? nil : states
    } call: { instance, states, number in
      instance.hosted.restoreState(states[number % states.count])
      CrashRecord.nameCallOfThread("work")
      instance.hosted.features.worker.performDeferred()
      CrashRecord.nameCallOfThread(nil)
    }
  }
}
