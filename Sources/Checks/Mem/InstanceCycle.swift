import LV2Host
import Support
import TestHost
import ValidationModel

/// The complete use of one instance, from instantiate() to cleanup(), with worker and state.
enum InstanceCycle {
  /// What `run` does, for the details of the checks that use it.
  static let summary = """
    In a cycle, an instance runs at the defaults, is deactivated and activated, and runs with every control and parameter \
    at a random value (the same in each cycle), with MIDI and transport events. Its state is saved and restored between two \
    blocks. Scheduled work is completed before each deactivate().
    """

  /// Runs one cycle, with a few blocks of noise in each part.
  ///
  /// - Parameters:
  ///   - isActivated: false for a cycle without activate() and run().
  ///   - after: called with the name of each function after it returned.
  static func run(
    _ context: PluginContext, for check: CheckID, isActivated: Bool = true, after: (String) -> Void = { _ in }
  ) throws {
    let hasState = context.plugin.extensionData.contains(URI.State.interface)
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    let setup = InstanceSetup(context, \.stateDirectory, hasState ? folder.path : nil)
    let instance = try InstanceUnderTest(context, setup)
    func play() {
      instance.play(context.noise, frames: 4 * instance.configuration.maximumBlockLength)
      instance.finishWork()
      after("run()")
    }
    after("instantiate()")
    if isActivated {
      instance.activate()
      after("activate()")
      play()
      instance.deactivate()
      after("deactivate()")
      instance.activate()
      after("activate()")
      instance.randomizeState(context, for: check, file: file)
      play()
      if hasState, let state = instance.save() {
        after("save()")
        instance.restore(state)
        after("restore()")
        play()
      }
      instance.deactivate()
      after("deactivate()")
    }
    instance.cleanup()
    after("cleanup()")
  }
}
