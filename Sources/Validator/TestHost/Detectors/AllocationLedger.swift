import CProbe
import Model

/// The record of the heap blocks that the plug-in's code and threads allocate and free.
package enum AllocationLedger {
  /// Starts recording.
  ///
  /// - Parameters:
  ///   - stacks: whether the stack of each allocation is recorded.
  ///   - frees: whether invalid frees are recognized and not performed. Otherwise, recording takes less time.
  package static func begin(recordingStacks stacks: Bool = false, judgingFrees frees: Bool = true) {
    probe_heap_track_begin(stacks, frees)
  }

  /// Where blocks of one size were allocated.
  package typealias Origin = probe_heap_origin

  /// Records from now on the stacks of allocations too, but only of those with the origins that take most of the memory.
  package static func recordStacks(of origins: [Origin]) {
    let largest = origins.sorted { $0.bytes * $0.count > $1.bytes * $1.count }.prefix(Int(PROBE_MAXIMUM_ORIGINS))
    Array(largest).withUnsafeBufferPointer { probe_heap_store_stacks_of($0.baseAddress, $0.count) }
  }

  /// Makes the blocks that are allocated from now on recent.
  package static func mark() { probe_heap_mark() }

  /// The origins of the recent blocks that are not freed, as far as there is room for them.
  package static var recentOrigins: [Origin] {
    let room = 1024
    return [Origin](unsafeUninitializedCapacity: room) { buffer, count in
      count = probe_heap_recent_origins(buffer.baseAddress, room)
    }
  }

  /// The paths of the libraries that allocated the blocks, as far as they are known.
  package static func images(of origins: [Origin]) -> Set<String> {
    let callers = origins.map { UnsafeMutableRawPointer(mutating: $0.caller) }.filter { !probe_stack_is_own($0) }
    return Set(StackFrame.stack(callers).compactMap(\.image))
  }

  /// Ends the recording: every allocation then takes less time, and the C library sees each free().
  package static func end() { probe_heap_track_end() }

  /// The size of all blocks that are not freed, in bytes.
  package static var bytes: UInt64 { probe_heap_alive().bytes }

  /// The number of blocks that the plug-in received from the host, such as paths, and must free.
  package static var transferredCount: Int { Int(probe_heap_transferred()) }

  /// The bytes that the C library's heap mapped directly, outside its arenas.
  package static var mappedBytes: Int { Int(probe_heap_mapped_bytes()) }

  /// Runs `body`, whose heap blocks belong to the plug-in.
  @inline(__always)
  package static func tracking<Result>(_ body: () -> Result) -> Result {
    probe_watch_begin(.ownership)
    defer { _ = probe_watch_end() }
    return body()
  }

  /// Runs `body`, a function of the host that a plug-in called during `tracking`: its heap blocks belong to the host.
  @inline(__always)
  package static func suspended<Result>(_ body: () -> Result) -> Result {
    let watch = probe_watch_end()
    defer { probe_watch_begin(watch) }
    return body()
  }

  /// The value of all bytes of fresh memory; 0 for no fill.
  package static func fill(with byte: UInt8) { probe_heap_fill(byte) }

  /// Whether malloc() aligns to 16 bytes and no more.
  package static func setMinimumAlignment(_ isMinimum: Bool) { probe_heap_minimum_alignment(isMinimum) }

  /// The symbolized stack of the call site that allocated the most bytes of recent blocks that are not freed; nil if there is
  /// no such block. Without a mark, all blocks are recent.
  package static var largestSite: [StackFrame]? {
    sites.max { $0.value < $1.value }.map { StackFrame.stack($0.key).symbolized() }
  }

  /// The bytes of recent blocks that are not freed, by the stack of their allocation, innermost first.
  package static var sites: [[UnsafeMutableRawPointer?]: UInt64] {
    let room = probe_heap_blocks(nil, 0)
    let blocks = [probe_heap_block](unsafeUninitializedCapacity: room) { buffer, count in
      count = min(room, probe_heap_blocks(buffer.baseAddress, room))
    }
    var bytes: [[UnsafeMutableRawPointer?]: UInt64] = [:]
    for block in blocks { bytes[block.addresses, default: 0] += block.bytes }
    return bytes
  }
}

extension probe_heap_block {
  /// The stack of the allocation, innermost first.
  var addresses: [UnsafeMutableRawPointer?] { StackFrame.addresses(frames, depth: depth) }
}
