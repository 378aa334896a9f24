import CCLAP

/// A queue of messages from one thread to another. Neither waits for the other, nor allocates memory.
///
/// The compiler cannot analyze the functions in C, and would refuse them on the audio thread.
///
/// SAFETY: the memory exists until `deallocate()`. A queue without memory has no room.
struct MessageQueue {
  private let queue: OpaquePointer?

  /// - Parameter isUsed: whether the queue gets memory.
  init(isUsed: Bool) { queue = isUsed ? lv2kit_clap_queue_make() : nil }

  func deallocate() { lv2kit_clap_queue_free(queue) }

  /// Appends a message. Returns false if it finds no room.
  @_semantics("no_performance_analysis") @inline(never) @discardableResult
  func push(_ message: UnsafeRawPointer, size: Int) -> Bool { lv2kit_clap_push(queue, message, UInt32(size)) }

  /// The size of the first message, or 0 if there is none.
  var nextSize: Int {
    @_semantics("no_performance_analysis") @inline(never)
    get { Int(lv2kit_clap_next_size(queue)) }
  }

  /// Copies the first message and removes it.
  ///
  /// - Parameter message: has room for the message.
  /// - Returns: the size of the message, or 0 if there is none.
  @_semantics("no_performance_analysis") @inline(never) @discardableResult
  func pop(to message: UnsafeMutableRawPointer) -> Int { Int(lv2kit_clap_pop(queue, message)) }

  /// Removes the first change of a queue of changes, or returns nil.
  @_semantics("no_performance_analysis") @inline(never)
  func popChange() -> lv2kit_clap_change? {
    var change = lv2kit_clap_change()
    return lv2kit_clap_pop(queue, &change) > 0 ? change : nil
  }
}
