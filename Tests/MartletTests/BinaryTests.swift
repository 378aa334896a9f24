import Foundation
import Martlet
import Testing

/// The library file.
@Suite struct BinaryTests {
  private static let files: [String] = {
    var files = [BuiltBundle.library.path]
    #if arch(x86_64)
      files.append(BuiltBundle.folder.appending(path: "martlet-v3.so").path)
    #endif
    return files
  }()

  /// The library of the user interfaces.
  private static let interface: String = {
    _ = BuiltBundle.library
    return BuiltBundle.folder.appending(path: "martlet-ui.so").path
  }()

  private func neededLibraries(_ path: String) -> Set<Substring> {
    let dynamic = Command.run("readelf", "-d", path).output
    let needed = dynamic.split(separator: "\n").filter { $0.contains("(NEEDED)") }
    return Set(needed.compactMap { $0.split(separator: "[").last?.dropLast() })
  }

  private func exportedSymbols(_ path: String) -> [Substring?] {
    Command.run("nm", "-D", "--defined-only", path).output.split(separator: "\n").map { $0.split(separator: " ").last }
  }

  @Test(arguments: files) func needsOnlyLibcAndLibm(path: String) {
    #expect(neededLibraries(path) == ["libc.so.6", "libm.so.6"])
  }

  @Test func theInterfacesNeedOnlyCairoAndXCB() {
    #expect(neededLibraries(Self.interface) == ["libc.so.6", "libm.so.6", "libcairo.so.2", "libxcb.so.1"])
  }

  @Test(arguments: files) func exportsOneSymbol(path: String) { #expect(exportedSymbols(path) == ["lv2_descriptor"]) }

  @Test func theInterfacesExportOneSymbol() { #expect(exportedSymbols(Self.interface) == ["lv2ui_descriptor"]) }

  /// The library runs on the oldest distribution of the table that has the required version of the C library. On arm64,
  /// 2.17 is the first version of glibc.
  @Test(arguments: files + [interface]) func runsOnOldDistributions(path: String) throws {
    let imports = Command.run("nm", "-D", "--undefined-only", path).output
    let versions = imports.matches(of: /GLIBC_2\.(\d+)/).compactMap { Int($0.output.1) }
    let required = try #require(versions.max())
    let oldest = Self.distributions.first { $0.glibc >= required }
    #expect(oldest?.name == "RHEL 7, CentOS 7", "it requires glibc 2.\(required)\n\(imports)")
  }

  /// The version of glibc, without the leading 2, of distributions in the order of this version.
  private static let distributions: [(glibc: Int, name: String)] = [
    (17, "RHEL 7, CentOS 7"), (19, "Debian 8, Ubuntu 14.04"), (23, "Ubuntu 16.04"), (24, "Debian 9"),
    (27, "Ubuntu 18.04"), (28, "Debian 10, RHEL 8"), (31, "Debian 11, Ubuntu 20.04"), (35, "Ubuntu 22.04"),
    (36, "Debian 12"),
  ]

  /// Below 400 kB with Martlet's own effects, and 20 kB for each plug-in of another effect.
  @Test(arguments: files) func isSmall(path: String) throws {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    let bytes = try #require(size)
    #expect(bytes > 10_000 && bytes < 400_000 + 20_000 * (documents.count - HostedPlugin.ownDocuments.count))
  }

  /// The library has no lazily initialized globals: swift_once, the runtime function for them, is not linked.
  @Test func hasNoLazyInitialization() {
    let full = BuiltBundle.root.appending(path: ".build/bundle/release/libMartlet.so").path
    let symbols = Command.run("nm", full).output
    #expect(symbols.contains("lv2_descriptor"))
    #expect(!symbols.contains("swift_once"))
  }

  #if arch(x86_64)
    /// martlet.so runs on every x86-64 processor: it contains no register or instruction of a later level.
    @Test func theBaselineBuildHasBaselineInstructionsOnly() {
      func wideInstructions(_ path: String) -> Int {
        Command.run("objdump", "-d", "--no-show-raw-insn", path).output.split(separator: "\n")
          .count { $0.contains("%ymm") || $0.contains("\tv") || $0.contains("\tshlx") || $0.contains("\tmulx") }
      }
      #expect(wideInstructions(Self.files[0]) == 0)
      #expect(wideInstructions(Self.files[1]) > 100)
    }

    /// The build for x86-64-v3 multiplies and adds in fused products, most of them of vectors of four numbers. `make test-arm64`
    /// counts them in the kernels for arm64.
    @Test func theNewerBuildUsesFusedProductsOfVectors() {
      func fusedProducts(_ path: String, _ operands: Regex<Substring>) -> Int {
        Command.run("objdump", "-d", "--no-show-raw-insn", path).output.split(separator: "\n")
          .count { $0.contains(/\tvfn?m(?:add|sub)\d+/) && $0.contains(operands) }
      }
      let vectors = fusedProducts(Self.files[1], /pd\s.*%ymm/)
      #expect(vectors > 200)
      #expect(4 * fusedProducts(Self.files[1], /sd\s/) < vectors)
      #expect(fusedProducts(Self.files[0], /[ps]d\s/) == 0)
    }
  #endif
}
