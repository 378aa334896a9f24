import LV2Host
import Support
import TestHost

/// Calls of restore() in an order, or with a state, that hosts use but that is not the usual one.
enum StateOrders {
  /// The number of keys that are omitted, one at a time.
  private static let omitted = 8

  /// Restores a state before ports are connected, twice, into an inactive instance, and without single keys.
  ///
  /// A crash is the only fault that this can reveal.
  static func restoreUnusually(_ state: StateSnapshot, _ folder: TemporaryFolder, _ context: PluginContext) throws {
    var setup = InstanceSetup(context, \.stateDirectory, folder.path)
    setup.connectsAtOnce = false
    let instance = try InstanceUnderTest(context, setup)
    CrashRecord.note(activity: "restore() before connect_port()")
    instance.restore(state)
    let worker = instance.hosted.features.worker
    if worker.hasPendingWork {
      CrashRecord.note(activity: "work() that restore() scheduled, before connect_port()")
      InstanceUnderTest.noted("work") { worker.performDeferred() }
    }
    instance.connectAll()
    instance.activate()
    CrashRecord.note(activity: "after restore() before connect_port()")
    instance.settle()
    CrashRecord.note(activity: "restore() of the same state twice in succession")
    instance.restore(state)
    instance.restore(state)
    instance.play(context.noise, frames: 4 * context.blockLength)
    instance.deactivate()
    CrashRecord.note(activity: "restore() after deactivate()")
    instance.restore(state)
    instance.activate()
    for key in context.draw(state.properties.keys.sorted(), atMost: omitted, for: StateContract.id)
    where !instance.isWorkSlow {
      CrashRecord.note(activity: "restore() of a state without <\(key)>")
      var older = state
      older.properties[key] = nil
      instance.restore(older)
      instance.play(context.noise, frames: 2 * context.blockLength)
      _ = instance.save()
    }
    instance.deactivate()
    instance.cleanup()
  }
}
