import Foundation
import Testing

/// The library as a file.
@Suite struct BinaryTests {
  private static let path = BuiltBundle.library.path

  @Test func needsLibcAndLibmOnly() {
    let dynamic = Command.run("readelf", "-d", Self.path).output
    let needed = dynamic.split(separator: "\n").filter { $0.contains("(NEEDED)") }
      .compactMap { $0.split(separator: "[").last?.dropLast() }
    #expect(Set(needed) == ["libc.so.6", "libm.so.6"])
  }

  @Test func exportsOneSymbol() {
    let symbols = Command.run("nm", "-D", "--defined-only", Self.path).output.split(separator: "\n")
    #expect(symbols.map { $0.split(separator: " ").last } == ["lv2_descriptor"])
  }

  @Test func isBelowOneHundredKilobytes() throws {
    let size = try FileManager.default.attributesOfItem(atPath: Self.path)[.size] as? Int
    let bytes = try #require(size)
    #expect(bytes > 10_000 && bytes < 100_000)
  }

  /// No global is initialised when it is first used: the runtime's entry for that is not even linked in.
  @Test func hasNoLazyInitialisation() {
    let full = BuiltBundle.root.appending(path: ".build/embedded/release/libMartlet.so").path
    let symbols = Command.run("nm", full).output
    #expect(symbols.contains("lv2_descriptor"))
    #expect(!symbols.contains("swift_once"))
  }
}
