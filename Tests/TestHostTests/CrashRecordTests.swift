import Foundation
import Checks
import Testing

@Suite struct BlackBoxTests {
  /// Whatever a plug-in may have written there, the process that reads it lives, and does not take it for a crash.
  @Test(arguments: [UInt8(0x00), 0x01, 0x2f, 0x7f, 0x80, 0xff]) func anyBytesCanBeRead(_ byte: UInt8) throws {
    let box = try #require(CrashRecord())
    var status = stat()
    try #require(fstat(box.descriptor, &status) == 0 && status.st_size > 0)
    let bytes = [UInt8](repeating: byte, count: Int(status.st_size))
    #expect(pwrite(box.descriptor, bytes, bytes.count, 0) == bytes.count)
    #expect((box.call ?? "").utf8.count <= 3 * 31 && box.activity.utf8.count <= 3 * 127)
    #expect((box.control?.symbol ?? "").utf8.count <= 3 * 63)
    #expect((box.block?.index ?? 0) >= 0)
    #expect(box.crash == nil)
  }
}
