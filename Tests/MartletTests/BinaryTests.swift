import Foundation
import Testing

/// The library as a file.
@Suite struct BinaryTests {
  private static let files: [String] = {
    var files = [BuiltBundle.library.path]
    #if arch(x86_64)
      files.append(BuiltBundle.folder.appending(path: "martlet-v3.so").path)
    #endif
    return files
  }()

  @Test(arguments: files) func needsLibcAndLibmOnly(path: String) {
    let dynamic = Command.run("readelf", "-d", path).output
    let needed = dynamic.split(separator: "\n").filter { $0.contains("(NEEDED)") }
      .compactMap { $0.split(separator: "[").last?.dropLast() }
    #expect(Set(needed) == ["libc.so.6", "libm.so.6"])
  }

  @Test(arguments: files) func exportsOneSymbol(path: String) {
    let symbols = Command.run("nm", "-D", "--defined-only", path).output.split(separator: "\n")
    #expect(symbols.map { $0.split(separator: " ").last } == ["lv2_descriptor"])
  }

  @Test(arguments: files) func isBelowOneHundredKilobytes(path: String) throws {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
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

  #if arch(x86_64)
    /// martlet.so runs on every x86-64 processor: no register or instruction of a later level stands in it.
    @Test func theBaselineIsBaseline() {
      func wideInstructions(_ path: String) -> Int {
        Command.run("objdump", "-d", "--no-show-raw-insn", path).output.split(separator: "\n")
          .count { $0.contains("%ymm") || $0.contains("\tv") || $0.contains("\tshlx") || $0.contains("\tmulx") }
      }
      #expect(wideInstructions(Self.files[0]) == 0)
      #expect(wideInstructions(Self.files[1]) > 100)
    }
  #endif
}
