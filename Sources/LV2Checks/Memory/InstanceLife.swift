/// The whole life of an instance, from instantiate() to cleanup(), worker included.
enum InstanceLife {
  /// Lives it once, with a few blocks of noise in the middle.
  ///
  /// - Parameter between: called with the name of each call after it returned.
  static func live(_ context: PluginContext, between: (String) -> Void = { _ in }) throws {
    let rig = try Rig(context, RigSetup(context))
    between("instantiate()")
    rig.activate()
    between("activate()")
    rig.play(.noise(amplitude: 0.5, seed: context.seed), frames: 4 * rig.configuration.maximumBlockLength)
    between("run()")
    rig.deactivate()
    between("deactivate()")
    rig.cleanup()
    between("cleanup()")
  }
}
