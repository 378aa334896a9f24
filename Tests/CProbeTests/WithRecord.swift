import CProbe
import Glibc
import Testing

/// Calls `body` with a record and the descriptor for a child.
func withRecord<Result>(_ body: (_ record: OpaquePointer, _ descriptor: Int32) throws -> Result) throws -> Result {
  var descriptor: Int32 = -1
  let record = try #require(probe_record_create(&descriptor))
  defer {
    close(descriptor)
    probe_record_unmap(record)
  }
  return try body(record, descriptor)
}
