import LV2Host
import TestHost

extension InstanceUnderTest {
  /// Saves the state; nil where save() reports an error.
  func save() -> StateSnapshot? { InstanceUnderTest.noted("save") { hosted.saveState() } }

  /// Restores a state and returns what restore() returned: 0 for success.
  @discardableResult
  func restore(_ state: StateSnapshot, in memory: (any StateMemory)? = nil) -> UInt32 {
    InstanceUnderTest.noted("restore") { hosted.restoreState(state, in: memory) } ?? 0
  }

  /// Runs up to 16 silent blocks, until all scheduled work is done and its responses were delivered.
  func finishWork() {
    let worker = hosted.features.worker
    for _ in 0..<16 where !worker.isIdle { play(.silence, frames: configuration.maximumBlockLength) }
  }

  /// Runs silent blocks, so that scheduled work is done and its responses were delivered.
  func settle() { play(.silence, frames: 8 * configuration.maximumBlockLength) }
}
