import CProbe
import Synchronization

/// The threads that the plug-in started.
package enum PluginThreads {
  /// In milliseconds: longer than a scheduler delays a thread that is ready to run, even on a busy machine.
  private static let timeout = 50
  /// After this number of timeouts `waitUntilIdle` returns at once: a thread of the plug-in never becomes idle.
  private static let maximumTimeouts = 10
  private static let timeouts = Atomic<Int>(0)

  /// Waits until every thread of the plug-in is blocked, so that the next run() does not race with their work.
  package static func waitUntilIdle() {
    guard timeouts.load(ordering: .relaxed) < maximumTimeouts else { return }
    if !probe_threads_wait(UInt32(timeout)) { timeouts.add(1, ordering: .relaxed) }
  }
}
