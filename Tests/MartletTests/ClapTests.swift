import Foundation
import Martlet
import Support
import Testing

/// The plug-ins in the format CLAP, in hosts that are written in C: `Tests/CLAP`.
@Suite(.serialized) struct ClapTests {
  private static let library: String = {
    _ = BuiltBundle.library
    return BuiltBundle.root.appending(path: ".build/clap/martlet.clap").path
  }()

  /// Compiles a host and runs it.
  ///
  /// - Parameter launcher: a program that gets the host and its arguments, or none.
  static func run(
    _ host: String, _ arguments: String..., launcher: [String] = []
  ) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder(prefix: "martlet-test")
    defer { withExtendedLifetime(folder) {} }
    let (source, program) = ("Tests/CLAP/\(host).c", folder.path + "/" + host)
    let build = Command.run(
      "sh", "-c",
      "gcc -O1 -Wall -Wextra -Werror -I Sources/Shared/C/CCLAP/include \(source) -o \(program) "
        + "$(pkg-config --cflags --libs lilv-0 xcb) -ldl -lm", folder: BuiltBundle.root)
    try #require(build.status == 0, "\(build.output)")
    return Command.run(launcher + [program] + arguments)
  }

  /// Each effect renders the same bits in both formats, while its parameters and its bypass change.
  @Test func bothFormatsRenderTheSame() throws {
    let result = try Self.run("compare", BuiltBundle.folder.path + "/", Self.library)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.matches(of: /: equal, power/).count == 2 * documents.count, "\(result.output)")
  }

  /// The test cases of clap-validator, which `Tests/CLAP/README.md` lists.
  @Test func theTestCasesOfTheValidatorPass() throws {
    let result = try Self.run("check", Self.library)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("passed\n"))
  }

  /// The window has the factory presets. Another block length does not change it, and a hidden one remains hidden at another rate.
  @Test func activationsKeepTheWindow() throws {
    let server = BuiltBundle.root.appending(path: "Tests/Interface/with-server").path
    let result = try Self.run("window", Self.library, "activations", launcher: [server])
    #expect(result.status == 0 && result.output.contains("activations: passed"), "\(result.output)")
  }

  /// A drag in a window, while the host moves the same control.
  @Test func theWindowShowsWhatTheHostSets() throws {
    let server = BuiltBundle.root.appending(path: "Tests/Interface/with-server").path
    let result = try Self.run("window", Self.library, "drag", launcher: [server])
    #expect(result.status == 0 && result.output.contains("drag: passed"), "\(result.output)")
  }

  /// The library needs what that for LV2 needs, and exports one symbol.
  @Test func theLibraryNeedsOnlyLibcAndLibm() {
    let needed = Command.run("readelf", "-d", Self.library).output.matches(of: /NEEDED.*\[(.*)\]/).map { $0.output.1 }
    #expect(Set(needed) == ["libc.so.6", "libm.so.6"])
    let symbols = Command.run("nm", "-D", "--defined-only", Self.library).output.split(separator: "\n")
    #expect(symbols.map { $0.split(separator: " ").last } == ["clap_entry"])
    let imports = Command.run("nm", "-D", "--undefined-only", Self.library).output
    let versions = imports.matches(of: /GLIBC_2\.(\d+)/).compactMap { Int($0.output.1) }
    #expect((versions.max() ?? 99) <= 17, "\(imports)")
  }

  /// The libraries for LV2 contain nothing of CLAP.
  @Test func theBundleContainsNothingOfCLAP() {
    _ = BuiltBundle.library
    for name in ["martlet.so", "martlet-v3.so", "martlet-ui.so"] {
      let text = Command.run("strings", BuiltBundle.folder.appending(path: name).path).output
      #expect(!text.contains("clap."), "\(name)")
    }
  }
}
