import Foundation
import TestHost
import Testing

@Suite struct CrashRecordTests {
  /// A plug-in can overwrite the record with any bytes: reading them neither crashes nor reports a crash.
  @Test(arguments: [UInt8(0x00), 0x01, 0x2f, 0x7f, 0x80, 0xff]) func anyBytesCanBeRead(_ byte: UInt8) throws {
    let record = try #require(CrashRecord())
    var status = stat()
    try #require(fstat(record.descriptor, &status) == 0 && status.st_size > 0)
    let bytes = [UInt8](repeating: byte, count: Int(status.st_size))
    #expect(pwrite(record.descriptor, bytes, bytes.count, 0) == bytes.count)
    #expect((record.call?.function ?? "").utf8.count <= 3 * 31 && record.activity.text.utf8.count <= 3 * 127)
    #expect((record.control?.symbol ?? "").utf8.count <= 3 * 63)
    #expect((record.block?.index ?? 0) >= 0)
    #expect(record.crash == nil)
    record.removeSharedObjects()
  }
}
