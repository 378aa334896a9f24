import Foundation
import Testing

/// The windows of the effects in an X server without a screen. The program Tests/Interface/host.c is the host.
@Suite struct InterfaceTests {
  private static let sources = BuiltBundle.root.appending(path: "Tests/Interface")
  private static let library = BuiltBundle.folder.appending(path: "martlet-ui.so").path

  /// The compiled host.
  private static let host: String = {
    let path = BuiltBundle.root.appending(path: ".build/interface-host").path
    let compiler = Command.run(
      "gcc", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-o", path, sources.appending(path: "host.c").path, "-lxcb",
      "-lm", "-ldl")
    precondition(compiler.status == 0, compiler.output)
    return path
  }()

  private func run(_ command: String...) -> (status: Int32, output: String) {
    _ = BuiltBundle.library
    return Command.run([Self.sources.appending(path: "with-server").path] + command)
  }

  @Test(arguments: ["ten", "drag", "keys", "events", "sizes", "closed", "parent", "none", "lost"])
  func survivesItsHost(test: String) {
    let result = run(Self.host, Self.library, test)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("\(test): passed"))
  }

  /// 500 windows leave no window and no connection in the server.
  @Test func opensAndClosesManyTimes() {
    let result = run(Self.host, Self.library, "cycles", "500")
    #expect(result.status == 0, "\(result.output)")
  }

  /// The host destroys instances before and after the windows that show their spectra. valgrind finds accesses to freed
  /// memory.
  @Test func theSpectraSurviveTheInstance() {
    let suppressions = Self.sources.appending(path: "valgrind.supp").path
    let result = run(
      "env", "ENGINE=\(BuiltBundle.library.path)", "valgrind", "-q", "--error-exitcode=9",
      "--suppressions=\(suppressions)", Self.host, Self.library, "tap")
    #expect(result.status == 0, "\(result.output)")
  }

  /// fontconfig loses some blocks when it is used first. More windows lose no more.
  @Test func leaksNothing() throws {
    func lost(_ cycles: Int) throws -> Int {
      let result = run("valgrind", "--leak-check=full", Self.host, Self.library, "cycles", "\(cycles)")
      #expect(result.status == 0, "\(result.output)")
      let pattern = /(?:definitely|indirectly) lost: ([\d,]+) bytes/
      let numbers = result.output.matches(of: pattern).compactMap { Int($0.output.1.filter { $0 != "," }) }
      return try #require(numbers.count == 2 ? numbers.reduce(0, +) : nil, "\(result.output)")
    }
    #expect(try lost(9) == lost(45))
  }
}
