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

  /// Restores a state before ports are connected while work and its responses are executed inside schedule_work(), as Ardour
  /// does for the feature that restore() receives.
  static func restoreImmediately(_ state: StateSnapshot, _ folder: TemporaryFolder, _ context: PluginContext) throws {
    guard context.plugin.features.contains(URI.Worker.schedule) else { return }
    var setup = InstanceSetup(context, \.stateDirectory, folder.path)
    setup.connectsAtOnce = false
    setup.workerMode = .immediate
    let instance = try InstanceUnderTest(context, setup)
    CrashRecord.note(activity: "restore() before connect_port(), with work() inside schedule_work()")
    instance.restore(state)
    instance.connectAll()
    instance.activate()
    instance.settle()
    instance.deactivate()
    instance.cleanup()
  }

  /// A fresh instance with a state whose files do not exist any more, which hosts restore for a session instead of the default
  /// state; nil if the state has no paths.
  private static func instanceWithoutFiles(
    _ state: StateSnapshot, _ folder: TemporaryFolder, _ context: PluginContext
  ) throws -> InstanceUnderTest? {
    var gone = state
    for (key, property) in state.properties where property.type == URI.Atom.path {
      gone.properties[key]?.bytes = Array("\(folder.path)/missing.wav".utf8) + [0]
    }
    guard gone != state else { return nil }
    var setup = InstanceSetup(context, \.stateDirectory, folder.path)
    setup.restoresDefaultState = false
    CrashRecord.note(activity: "restore() of a state whose file does not exist")
    let instance = try InstanceUnderTest(context, setup)
    instance.restore(gone)
    return instance
  }

  /// Saves an instance that could not load its files.
  static func saveWithoutFiles(_ state: StateSnapshot, _ folder: TemporaryFolder, _ context: PluginContext) throws {
    guard let instance = try instanceWithoutFiles(state, folder, context) else { return }
    _ = instance.save()
    instance.cleanup()
  }

  /// Plays with an instance that could not load its files, and then loads a first file.
  static func playWithoutFiles(
    _ state: StateSnapshot, _ routes: [FileRoute], file: String, _ folder: TemporaryFolder, _ context: PluginContext
  ) throws {
    guard let instance = try instanceWithoutFiles(state, folder, context) else { return }
    instance.activate()
    instance.settle()
    for route in routes where !instance.isWorkSlow {
      CrashRecord.note(activity: "\(route.name) names the first file that exists")
      instance.prepareAtoms()
      route.request(file, of: instance)
      instance.run(instance.configuration.maximumBlockLength)
      instance.settle()
    }
    _ = instance.save()
    instance.deactivate()
    instance.cleanup()
  }
}
