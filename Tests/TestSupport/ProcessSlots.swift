import Foundation

/// Limits how many child processes the tests run at once.
///
/// A process occupies a thread of its slot. Swift's pool has only one thread for each core, and tests that wait for a process
/// occupy these; processes in slots run beside them.
public enum ProcessSlots {
  /// Slots for plug-ins that compute: more than cores, because many of them wait part of the time.
  public static let computing = slots(2 * ProcessInfo.processInfo.activeProcessorCount)
  /// Slots for plug-ins that sleep most of the time, which do not delay the others.
  static let waiting = slots(8)

  private static func slots(_ count: Int) -> OperationQueue {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = count
    return queue
  }
}

extension OperationQueue {
  /// Waits for a free slot, and runs `body` in it.
  func run<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) async throws -> Success {
    try await withCheckedThrowingContinuation { continuation in
      addOperation { continuation.resume(with: Result(catching: body)) }
    }
  }

  /// Runs `body` in a slot that no waiting ``run(_:)`` needs, also while tests occupy all threads of Swift's pool.
  func runInAdvance<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) -> Task<Success, any Error> {
    let (results, continuation) = AsyncStream.makeStream(of: Result<Success, any Error>.self)
    let operation = BlockOperation {
      continuation.yield(Result(catching: body))
      continuation.finish()
    }
    operation.queuePriority = .low
    addOperation(operation)
    return Task {
      for await result in results { return try result.get() }
      throw CancellationError()
    }
  }
}
