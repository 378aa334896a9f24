import CProbe

/// A release of a heap block by a function that does not match its allocation, or with another size.
package struct HeapMismatch: Hashable {
  /// Such as "operator new[]".
  package let allocator: String
  /// The function that releases what `allocator` allocates, such as "operator delete[]".
  package let matching: String
  /// The function that was called.
  package let releaser: String
  /// The size of the block in bytes.
  package let bytes: UInt64
  /// The size that operator delete received; nil if it received none, or if another function than the matching one was called.
  package let releasedBytes: UInt64?

  init(_ mismatch: probe_mismatch) {
    allocator = Self.allocation(mismatch.allocated_by)
    matching = Self.release(mismatch.allocated_by)
    releaser = mismatch.is_resized ? "realloc()" : Self.release(mismatch.released_by)
    bytes = mismatch.bytes
    releasedBytes = mismatch.allocated_by == mismatch.released_by ? mismatch.released_bytes : nil
  }

  /// Whether the same functions were called. The blocks can differ in size only if no size is wrong.
  package func isLike(_ other: HeapMismatch) -> Bool {
    (allocator, releaser, releasedBytes) == (other.allocator, other.releaser, other.releasedBytes)
      && (releasedBytes == nil || bytes == other.bytes)
  }

  private static func allocation(_ allocator: probe_allocator) -> String {
    switch allocator {
    case .new: "operator new"
    case .newArray: "operator new[]"
    case .malloc, .unknown: "malloc()"
    }
  }

  private static func release(_ allocator: probe_allocator) -> String {
    switch allocator {
    case .new: "operator delete"
    case .newArray: "operator delete[]"
    case .malloc, .unknown: "free()"
    }
  }
}
