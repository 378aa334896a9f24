import InterfaceHost
import LV2Host
import Model
import Support
import Synchronization
import TestHost

enum UIWhileRunning: InterfaceCheck {
  typealias Message = NoMessage

  static let id: CheckID = "ui.while-running"
  static let isolation = CheckIsolation.last
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "The host calls the functions of the UI in another thread than run(), at the same time",
        source: "lv2core.meta.ttl: Threading Rules; ui.meta.ttl: LV2 UI"),
      remedy: "Exchange the data of the interface and of the instance by ports and messages, or with atomic variables."),
    exercise: .sharing)
  static let text = CheckText(
    asserts: "The interface opens, works and closes while another thread is in run().",
    method:
      "One thread runs blocks of noise with moving controls, parameters and MIDI. Meanwhile another one opens the "
      + "interface, sends it values, clicks and closes it, twice. If the plug-in has a state, the first one calls restore() "
      + "between blocks, and the other one save().",
    details:
      "A slow interface is opened once. An interface that accesses the instance receives it; restore() is not called then, "
      + "because hosts call both in one thread.",
    level: CheckLevel(4, "The host crashes while the interface is open."))

  /// The time between two blocks, in microseconds: a host does not use a core for run() alone.
  private static let blockPause: UInt32 = 500
  private static let blocksBetweenRestores = 32
  /// In seconds: after this time, the interface is not opened again.
  private static let openingPatience = 0.6
  /// The time in which both threads work.
  private static let patience = Duration.seconds(10)

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context.plugin)
    let instance = try InstanceUnderTest(
      context.plugin, InstanceSetup(context.plugin, \.stateDirectory, folder.path))
    instance.activate()
    let hasState = context.plugin.plugin.extensionData.contains(URI.State.interface)
    let end = ContinuousClock.now + patience
    let player = Player(instance, context.plugin, file: file, for: id, performsWork: true, pause: blockPause)
    // As a host, which does not call save() during restore(), and restore() of what an interface accesses only in its thread.
    let access = Mutex(())
    if hasState, !context.needsInstance, let state = instance.hosted.saveState() {
      player.betweenBlocks = { block in
        guard block % blocksBetweenRestores == 0 else { return }
        _ = access.withLockIfAvailable { _ in instance.hosted.restoreState(state) }
      }
    }
    var failure: (any Error)?
    ParallelThreads.run([{ player.play(until: end) }]) {
      let patience = Patience(openingPatience)
      for opening in 1...2 where opening == 1 || patience.isLeft {
        CrashRecord.note(activity: "the interface and run() in two threads")
        do { try exercise(context, instance) } catch { failure = error }
        if hasState { access.withLock { _ in _ = instance.hosted.saveState() } }
      }
      player.calls.store(.max, ordering: .relaxed)
      while player.isPlaying.load(ordering: .acquiring) { CrashRecord.noteProgress() }
    }
    if let failure { throw failure }
    return .passed
  }

  private static func exercise(_ context: InterfaceContext, _ instance: InstanceUnderTest) throws {
    let session = try InterfaceSession(context, instance: instance)
    session.idle()
    session.perform(UserInput.tour(of: session, context.generator(for: id), places: 2))
    for port in context.plugin.plugin.ports where port.kind == .control && port.isOutput {
      session.interface.send(instance[control: port.index], toPort: port.index)
    }
    session.idle()
    session.close()
  }
}
