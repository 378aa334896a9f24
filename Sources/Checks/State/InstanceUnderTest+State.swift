import LV2Host
import TestHost

extension PluginContext {
  /// Why a check of state is skipped where there is none.
  static let noState = "it has no state interface"

  /// A instance of a plug-in with state, not yet active, whose files go to `folder`; nil where it has no state interface.
  ///
  /// - Throws: `HostError`.
  func statefulRig(_ folder: TemporaryFolder) throws -> InstanceUnderTest? {
    guard plugin.extensionData.contains(URI.State.interface) else { return nil }
    var setup = InstanceSetup(self)
    setup.stateDirectory = folder.path
    let instance = try InstanceUnderTest(self, setup)
    return instance.hosted.hasState ? instance : nil
  }
}

extension InstanceUnderTest {
  /// Saves the state; nil where save() reports an error.
  func save() -> StateSnapshot? { InstanceUnderTest.noted("save") { instance.saveState() } }

  /// Restores a state and returns what restore() returned: 0 for success.
  @discardableResult
  func restore(_ state: StateSnapshot, in memory: (any StateMemory)? = nil) -> UInt32 {
    InstanceUnderTest.noted("restore") { instance.restoreState(state, in: memory) } ?? 0
  }

  /// Runs silent blocks until all that was scheduled is done and answered, but not for ever.
  func finishWork() {
    let worker = hosted.features.worker
    for _ in 0..<16 where !worker.isIdle { play(.silence, frames: configuration.maximumBlockLength) }
  }

  /// Runs silent blocks, so that work is done and its answers have arrived.
  func settle() { play(.silence, frames: 8 * configuration.maximumBlockLength) }
}
