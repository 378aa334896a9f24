import LV2Host
import Support
import TestHost
import ValidationModel

/// The whole life of an instance, from instantiate() to cleanup(), worker included.
enum InstanceLife {
  /// How a check says what `live` does.
  static let summary = """
    from instantiate() to cleanup(): active at the defaults, active again with every control and parameter moved to a \
    place drawn by the seed, the same in each life, MIDI and the transport, and with the state saved and restored \
    between two blocks; what was scheduled is worked off before each deactivate()
    """

  /// Lives it once, with a few blocks of noise in each part.
  ///
  /// - Parameters:
  ///   - isActivated: false for a life without activate() and run().
  ///   - between: called with the name of each call after it returned.
  static func live(
    _ context: PluginContext, for check: CheckID, isActivated: Bool = true, between: (String) -> Void = { _ in }
  ) throws {
    let hasState = context.plugin.extensionData.contains(URI.State.interface)
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    var setup = InstanceSetup(context)
    setup.stateDirectory = hasState ? folder.path : nil
    let instance = try InstanceUnderTest(context, setup)
    func play() {
      instance.play(context.noise, frames: 4 * instance.configuration.maximumBlockLength)
      instance.finishWork()
      between("run()")
    }
    between("instantiate()")
    if isActivated {
      instance.activate()
      between("activate()")
      play()
      instance.deactivate()
      between("deactivate()")
      instance.activate()
      between("activate()")
      instance.randomizeState(context, for: check, file: file)
      play()
      if hasState, let state = instance.save() {
        between("save()")
        instance.restore(state)
        between("restore()")
        play()
      }
      instance.deactivate()
      between("deactivate()")
    }
    instance.cleanup()
    between("cleanup()")
  }
}
