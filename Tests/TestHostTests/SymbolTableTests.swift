import Foundation
import Support
import TestSupport
import Testing

@testable import TestHost

/// Damaged libraries do not crash or hang the reader of symbol tables.
@Suite struct SymbolTableTests {
  private let library: Data

  init() throws {
    library = try Data(contentsOf: DefectBundle("good-plain").url.appending(path: "plugin.so"))
  }

  /// Returns the symbols of a file with these contents. Reads the other properties too, which must not crash.
  private func symbols(of data: Data) throws -> [String]? {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).so")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    guard let library = ELFFile(path: file.path) else { return nil }
    _ = library.exports("lv2_descriptor")
    return library.exportedSymbols
  }

  @Test func aLibraryExportsItsFunctions() throws {
    let exported = try #require(try symbols(of: library))
    #expect(exported == ["lv2_descriptor"])
  }

  /// Bytes 40 to 47 of the ELF header are the file offset of the section headers.
  @Test(arguments: [UInt64.max, 0x7fff_ffff_ffff_ffff, 1 << 40, 0, 1])
  func invalidSectionOffsetsGiveNoSymbols(_ offset: UInt64) throws {
    var data = library
    withUnsafeBytes(of: offset.littleEndian) { data.replaceSubrange(40..<48, with: $0) }
    #expect(try #require(try symbols(of: data)).isEmpty)
  }

  /// Extreme numbers at random places in the ELF header and the section headers.
  @Test func extremeHeaderValuesDoNotCrash() throws {
    let sections = Int(library[40..<48].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    let places = Array(6..<64) + Array(sections..<library.count)
    var generator = SplitMix64(seed: 1)
    for _ in 0..<300 {
      var data = library
      let place = try #require(places.randomElement(using: &generator))
      let end = min(place + 8, data.count)
      let byte = UInt8.random(in: 0x7f...0xff, using: &generator)
      data.replaceSubrange(place..<end, with: repeatElement(byte, count: end - place))
      #expect(try symbols(of: data) != nil)
    }
  }

  @Test func otherFilesHaveNoTable() throws {
    #expect(try symbols(of: Data("!<arch>".utf8)) == nil)
  }
}
