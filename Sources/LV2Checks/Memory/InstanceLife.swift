import LV2Host

/// The whole life of an instance, from instantiate() to cleanup(), worker included.
enum InstanceLife {
  /// How a check says what `live` does.
  static let summary = """
    from instantiate() to cleanup(): active at the defaults, active again with every control moved to a place drawn by \
    the seed, the same in each life, and with the state saved and restored between two blocks
    """

  /// Lives it once, with a few blocks of noise in each part.
  ///
  /// - Parameters:
  ///   - isActivated: false for a life without activate() and run().
  ///   - between: called with the name of each call after it returned.
  static func live(
    _ context: PluginContext, for check: CheckID, isActivated: Bool = true, between: (String) -> Void = { _ in }
  ) throws {
    let folder = context.plugin.extensionData.contains(URI.State.interface) ? try TemporaryFolder() : nil
    var setup = RigSetup(context)
    setup.stateDirectory = folder?.path
    let rig = try Rig(context, setup)
    func play() {
      rig.play(context.noise, frames: 4 * rig.configuration.maximumBlockLength)
      between("run()")
    }
    between("instantiate()")
    if isActivated {
      rig.activate()
      between("activate()")
      play()
      rig.deactivate()
      between("deactivate()")
      var generator = context.generator(for: check)
      rig.scatterControls(&generator)
      rig.activate()
      between("activate()")
      play()
      if folder != nil, let state = rig.save() {
        between("save()")
        rig.restore(state)
        between("restore()")
        play()
      }
      rig.deactivate()
      between("deactivate()")
    }
    rig.cleanup()
    between("cleanup()")
  }
}
