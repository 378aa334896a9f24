import FoundationEssentials
import Testing

@testable import Checks

/// The table is read from files that strangers wrote: whatever they hold, reading them ends.
@Suite struct SymbolTableTests {
  private let library: Data

  init() throws {
    library = try Data(contentsOf: DefectBundle("good-plain").url.appending(path: "plugin.so"))
  }

  /// The table of a file that holds `data`.
  private func table(of data: Data) throws -> SymbolTable? {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).so")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return SymbolTable(path: file.path)
  }

  @Test func aLibraryExportsItsFunctions() throws {
    let exported = try #require(try table(of: library)).exported
    #expect(exported == ["lv2_descriptor"])
  }

  /// The header holds where the sections are, which nothing but this reads once a library is linked.
  @Test(arguments: [UInt64.max, 0x7fff_ffff_ffff_ffff, 1 << 40, 0, 1])
  func sectionsThatAreNotThereHoldNothing(_ place: UInt64) throws {
    var data = library
    withUnsafeBytes(of: place.littleEndian) { data.replaceSubrange(40..<48, with: $0) }
    #expect(try #require(try table(of: data)).exported.isEmpty)
  }

  /// Extreme numbers anywhere in the headers of the file and of its sections.
  @Test func noHeaderIsBelieved() throws {
    let sections = Int(library[40..<48].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    let places = Array(6..<64) + Array(sections..<library.count)
    var generator = SplitMix64(seed: 1)
    for _ in 0..<300 {
      var data = library
      let place = try #require(places.randomElement(using: &generator))
      let end = min(place + 8, data.count)
      let byte = UInt8.random(in: 0x7f...0xff, using: &generator)
      data.replaceSubrange(place..<end, with: repeatElement(byte, count: end - place))
      #expect(try table(of: data) != nil)
    }
  }

  @Test func aTextIsNoLibrary() throws {
    #expect(try table(of: Data("!<arch>".utf8)) == nil)
  }
}
