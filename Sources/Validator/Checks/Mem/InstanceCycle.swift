import LV2Host
import Model
import Support
import TestHost

/// The complete use of one instance, from instantiate() to cleanup(), with worker and state.
enum InstanceCycle {
  /// What `run` does, for the details of the checks that use it.
  static let summary = """
    In a cycle, an instance runs at the defaults, is deactivated and activated, and runs with every control and parameter \
    at a random value (the same in each cycle), with MIDI and transport events. Its state is saved, and restored twice, between two \
    blocks. Scheduled work is completed before each deactivate().
    """

  /// Runs one cycle; `after` receives the name of each function that returned.
  ///
  /// - Parameter isActivated: false for a cycle without activate() and run().
  static func run(
    _ context: PluginContext, for check: CheckID, isActivated: Bool = true, after: (String) -> Void = { _ in }
  ) throws {
    let hasState = context.plugin.extensionData.contains(URI.State.interface)
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
    let setup = InstanceSetup(context, \.stateDirectory, hasState ? folder.path : nil)
    let instance = try InstanceUnderTest(context, setup)
    func call(_ function: String, _ body: () -> Void) {
      body()
      after(function)
    }
    func play() {
      call("run()") {
        instance.play(context.noise, frames: 4 * instance.configuration.maximumBlockLength)
        instance.finishWork()
      }
    }
    after("instantiate()")
    if isActivated {
      call("activate()") { instance.activate() }
      play()
      call("deactivate()") { instance.deactivate() }
      call("activate()") { instance.activate() }
      instance.randomizeState(context, for: check, file: file)
      play()
      if hasState, let state = instance.save() {
        after("save()")
        call("restore()") {
          instance.restore(state)
          instance.restore(state)
        }
        play()
      }
      call("deactivate()") { instance.deactivate() }
    }
    call("cleanup()") { instance.cleanup() }
  }
}
