/// The whole life of an instance, from instantiate() to cleanup(), worker included.
enum InstanceLife {
  /// Lives it once, with a few blocks of noise in the middle.
  ///
  /// - Parameters:
  ///   - isActivated: false for a life without activate() and run().
  ///   - between: called with the name of each call after it returned.
  static func live(
    _ context: PluginContext, isActivated: Bool = true, between: (String) -> Void = { _ in }
  ) throws {
    let rig = try Rig(context, RigSetup(context))
    between("instantiate()")
    if isActivated {
      rig.activate()
      between("activate()")
      rig.play(.noise(amplitude: 0.5, seed: context.seed), frames: 4 * rig.configuration.maximumBlockLength)
      between("run()")
      rig.deactivate()
      between("deactivate()")
    }
    rig.cleanup()
    between("cleanup()")
  }
}
