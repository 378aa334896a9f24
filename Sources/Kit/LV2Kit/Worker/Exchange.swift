import CLV2

// The compiler cannot analyze C functions, and would refuse them on the audio thread. Those that the audio thread calls
// are in this file. The atomic operations do not wait, and LV2 requires the same of the host's schedule_work().

/// A list to which any thread can add nodes, whose first member is the link to the next one.
///
/// SAFETY: the memory of the list and of its nodes belongs to the user of the list.
struct AtomicList {
  let head: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Adds a node. Returns whether the list was empty.
  @discardableResult @_semantics("no_performance_analysis") @inline(never)
  func push(_ node: UnsafeMutableRawPointer) -> Bool { martlet_push(head, node) }

  /// Removes all nodes, and returns the one that was added last.
  @_semantics("no_performance_analysis") @inline(never)
  func takeAll() -> UnsafeMutableRawPointer? { martlet_take_all(head) }

  @_semantics("no_performance_analysis") @inline(never)
  func hasNodes() -> Bool { martlet_has_nodes(head) }
}

/// A word that several threads read and write.
///
/// SAFETY: the memory of the word belongs to its user.
struct AtomicWord {
  let place: UnsafeMutablePointer<UInt32>

  @_semantics("no_performance_analysis") @inline(never)
  func load() -> UInt32 { martlet_load(place) }

  @_semantics("no_performance_analysis") @inline(never)
  func store(_ value: UInt32) { martlet_store(place, value) }

  func set(bits: UInt32) { martlet_set_bits(place, bits) }

  /// Clears all bits and returns them.
  @_semantics("no_performance_analysis") @inline(never)
  func takeBits() -> UInt32 { martlet_take_bits(place) }
}

extension UnsafeMutablePointer<LV2_Worker_Schedule> {
  /// Sends a message to the worker. Returns false if the host refuses it.
  @_semantics("no_performance_analysis") @inline(never)
  func send(_ message: UnsafeRawPointer, size: Int) -> Bool {
    pointee.schedule_work(pointee.handle, UInt32(size), message) == LV2_WORKER_SUCCESS
  }
}
