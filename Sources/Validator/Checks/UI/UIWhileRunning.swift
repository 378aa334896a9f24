import Glibc
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
      + "because hosts call both in one thread. A plug-in that ends a process without the interface too is left to other checks.",
    level: CheckLevel(4, "The host crashes while the interface is open."))

  /// The time between two blocks, in microseconds: a host does not use a core for run() alone.
  private static let blockPause: UInt32 = 500
  private static let blocksBetweenRestores = 32
  /// In seconds: after this time, the interface is not opened again.
  private static let openingPatience = 0.4
  /// About the time for which the interface is open, in microseconds.
  private static let openingPause: UInt32 = 100_000
  /// The time in which both threads work.
  private static let patience = Duration.seconds(10)

  /// In seconds: how long the plug-in works without the interface.
  private static let rehearsal = 2.0

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    if context.isAlone, !survivesWithoutInterface(context) {
      return .skipped("the plug-in ends the process without the interface too, see the checks of the plug-in")
    }
    try perform(context) { instance, save in
      let patience = Patience(openingPatience)
      for opening in 1...2 where opening == 1 || patience.isLeft {
        CrashRecord.note(activity: "the interface and run() in two threads")
        try exercise(context, instance)
        save()
      }
    }
    return .passed
  }

  /// Whether a copy of this process survives the same calls of the plug-in.
  private static func survivesWithoutInterface(_ context: InterfaceContext) -> Bool {
    let copy = ForkedCopy(capacity: 1) { _ in
      CrashRecord.catchCrashesOfCopy()
      let end = ContinuousClock.now + .seconds(rehearsal)
      do {
        try perform(context) { _, save in
          while ContinuousClock.now < end {
            usleep(openingPause)
            save()
          }
        }
      } catch {
        // The usual attempt reports the reason.
      }
      return [1]
    }
    let survives = copy.samples(0) == [1]
    _ = CrashRecord.takeCrash()
    CrashRecord.noteProgress()
    return survives
  }

  /// Plays in another thread while `body` works with the instance.
  ///
  /// - Parameter body: also receives a function that calls save() if the plug-in has a state.
  private static func perform(
    _ context: InterfaceContext, _ body: (InstanceUnderTest, _ save: () -> Void) throws -> Void
  ) throws {
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
      do {
        try body(instance) { if hasState { access.withLock { _ in _ = instance.hosted.saveState() } } }
      } catch { failure = error }
      player.calls.store(.max, ordering: .relaxed)
      while player.isPlaying.load(ordering: .acquiring) { CrashRecord.noteProgress() }
    }
    if let failure { throw failure }
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
