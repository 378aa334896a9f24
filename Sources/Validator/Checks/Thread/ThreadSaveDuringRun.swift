import Model
import TestHost

enum ThreadSaveDuringRun: PluginCheck {
  typealias Message = NoMessage

  static let id: CheckID = "thread.save-during-run"
  static let measuresTime = true
  static let text = CheckText(
    asserts: "save() does not crash or hang while another thread is in run().",
    method: "One thread runs blocks of noise with moving controls, parameters and MIDI. Another thread calls save() "
      + "repeatedly. Both run for at least 0.1 s and ten calls of save(), or until blocks began during 500 calls, with "
      + "up to eight instances in three seconds.",
    level: CheckLevel(5, "Hosts save sessions during playback."))

  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "save() \"may be called concurrently with an Audio function. The plugin is responsible for any locking or "
          + "lock-free techniques necessary to make this possible\"",
        source: "lv2/state/state.h: LV2_State_Interface.save()"),
      remedy:
        "Give save() a copy of the state that run() exchanges atomically, or protect the state by a lock that run() "
        + "only tries to lock. Release the lock on every path."), exercise: .sharing)

  /// A defect can occur only once for each instance, soon after its creation.
  private static let instances = 8

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try context.callDuringRun(for: id, "save", instances: instances, performsWork: true) { _, randomize in
      randomize()
    } call: { instance, _, _ in
      _ = instance.hosted.saveState()
    }
  }
}
