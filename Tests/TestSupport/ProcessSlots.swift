import Foundation

/// Limits how many child processes the tests run at once.
///
/// A test that awaits its process occupies no thread, so that tests whose processes sleep do not delay the others.
actor ProcessSlots {
  /// Twice the number of cores: many plug-ins of the corpus wait most of the time.
  static let shared = ProcessSlots(count: 2 * ProcessInfo.processInfo.activeProcessorCount)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(count: Int) { free = count }

  /// Waits for a free slot, runs `body` in it, and frees the slot.
  func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer {
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
    return try await body()
  }
}
