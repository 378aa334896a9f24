import Foundation
import Support
import TestSupport
import Testing

/// The code in CONTRIBUTING.md and in the tutorial builds and validates; the build rejects invalid effects.
@Suite(.serialized, .buildsInAdvance) struct CompilerTests {
  private func requireBuild(_ result: Result<(status: Int32, output: String), any Error>) throws {
    let build = try result.get()
    try #require(build.status == 0, "\(build.output)")
  }

  /// Validates a plug-in.
  private func validate(_ uri: String, in folder: URL) throws -> Validator.Result {
    try Validator.run(
      "validate", "--fail-on", "note", "--skip", "perf.*", uri, environment: ["LV2_PATH": folder.path])
  }

  /// The steps of CONTRIBUTING.md: a file, and lines in the table.
  @Test func theExampleOfTheContributingGuideBuildsAndValidates() throws {
    try requireBuild(PackageCopy.built)
    #expect(FileManager.default.fileExists(atPath: PackageCopy.bundle.appending(path: "tremolo.ttl").path))
    for layout in ["mono", "stereo"] {
      let validation = try validate(
        "urn:example:tremolo-\(layout)", in: PackageCopy.bundle.deletingLastPathComponent())
      #expect(validation.status == 0, "\(validation.output)")
    }
  }

  /// A package on LV2Kit needs three files. lv2val finds the defects that the tutorial describes, and no others after their
  /// fix.
  @Test func theTutorialBuildsAndValidates() throws {
    #expect(
      try UserPackage.tutorial("Overdrive-2.swift").hasPrefix(UserPackage.tutorial("Overdrive-1.swift").dropLast(2)))
    try requireBuild(UserPackage.built)
    let defects = [
      "warning life.reset/output", "warning param.stale-sound/enabled", "note audio.denormal/output",
      "note param.enabled-click/click",
    ]
    for (step, name) in UserPackage.steps {
      let validation = try validate("urn:example:\(name.lowercased())-mono", in: UserPackage.bundles)
      let expected = step == 2 ? defects : []
      #expect(validation.status == (expected.isEmpty ? 0 : 1), "\(validation.output)")
      let found = validation.output.matches(of: /(?m)^(?:error|warning|note) \S+$/).map { String($0.output) }
      #expect(found == expected)
      guard step == 2 else { continue }
      let shown = try UserPackage.tutorial("Validate.sh").matches(of: /(?m)^(?:FAIL|\w+ first|warning|note)\b.*$/)
      try #require(shown.count == 2 + defects.count)
      for line in shown { #expect(validation.output.contains(line.output), "\(line.output)") }
    }
  }

  /// The packages in Examples build outside the repository, and lv2val has no finding about them.
  @Test func theExamplesBuildAndValidate() throws {
    try requireBuild(UserPackage.built)
    let bundles = UserPackage.products.map { UserPackage.bundles.appending(path: "\($0.lowercased()).lv2").path }
    let validation = try Validator.run(["validate", "--fail-on", "note", "--skip", "perf.*"] + bundles)
    #expect(validation.status == 0, "\(validation.output)")
    #expect(validation.output.contains("plugins=19 "))
  }

  /// lv2apply plays the examples without event and CV ports. The limiter keeps its ceiling of -1 dB, but passes sound.
  @Test(arguments: ["tremolo-mono", "limiter-mono", "template-mono", "tilt"]) func lv2applyPlaysAnExample(name: String)
    throws
  {
    try requireBuild(UserPackage.built)
    let folder = try TemporaryFolder(prefix: "martlet-test")
    defer { withExtendedLifetime(folder) {} }
    let output = folder.path + "/out.wav"
    let result = Command.run(
      "lv2apply", "-i", "/usr/share/sounds/alsa/Front_Center.wav", "-o", output, "urn:example:\(name)",
      environment: ["LV2_PATH": UserPackage.bundles.path])
    #expect(result.status == 0, "\(result.output)")
    let samples = try Data(contentsOf: URL(filePath: output)).dropFirst(44).withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self) }
    }
    let peak = samples.map { abs(Int($0)) }.max() ?? 0
    #expect(peak > 3000)
    // -1 dB of full scale, and one step of rounding.
    if name.hasPrefix("limiter") { #expect(Double(peak) <= 32_768 * 0.891251 + 1) }
  }

  /// The library with the window of an example exports one function, and the Turtle names it.
  @Test func theWindowOfAnExampleIsInItsBundle() throws {
    try requireBuild(UserPackage.built)
    let bundle = UserPackage.bundles.appending(path: "tilt.lv2")
    let symbols = Command.run("nm", "-D", "--defined-only", bundle.appending(path: "tilt-ui.so").path).output
    #expect(symbols.split(separator: "\n").map { $0.split(separator: " ").last } == ["lv2ui_descriptor"])
    let turtle = try ["manifest.ttl", "tilt.ttl"].map {
      try String(contentsOf: bundle.appending(path: $0), encoding: .utf8)
    }
    #expect(turtle.joined().contains("lv2:binary <tilt-ui.so>"))
    #expect(turtle[1].contains("ui:ui <urn:example:tilt:ui>"))
  }

  /// The code of the page about LV2Kit is that of the examples.
  @Test func theDocumentationShowsTheWindowsOfTheExamples() throws {
    let page = try String(
      contentsOf: BuiltBundle.root.appending(path: "docs/reference/lv2kit.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## Windows\n").dropFirst().first)
      .components(separatedBy: "\n## ")[0]
    let blocks = section.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    let files = ["Tilt/Sources/TiltUI/TiltView", "Tilt/Sources/TiltUI/Interfaces", "Tilt/Sources/Tilt/Tilt"]
    let code = try (files + ["Sampler/Sources/SamplerUI/SamplerView"]).map { path in
      try String(contentsOf: BuiltBundle.root.appending(path: "Examples/\(path).swift"), encoding: .utf8)
    }
    try #require(blocks.count == code.count)
    for (block, code) in zip(blocks, code) { #expect(code.contains(block), "\(block)") }
  }

  /// `lv2-new` copies a template with another name and other URIs, and refuses an existing folder.
  @Test(arguments: [[], ["--instrument"], ["--midi"], ["--window"]])
  func aNewPackageIsACopyOfATemplate(options: [String]) throws {
    try requireBuild(PackageCopy.built)
    let folder = try TemporaryFolder(prefix: "martlet-test")
    defer { withExtendedLifetime(folder) {} }
    let package = URL(filePath: folder.path).appending(path: "chorus")
    let command = ["lv2-new"] + options + ["--url", "https://example.org/plugins/", "Chorus", package.path]
    let result = PackageCopy.swiftPackage(command)
    #expect(result.status == 0, "\(result.output)")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: package.path).filter { $0.hasSuffix(".swift") }
    let window = ["Sources/ChorusUI/ChorusView.swift", "Sources/ChorusUI/Interfaces.swift"]
    #expect(
      Set(paths)
        == Set(
          [
            "Package.swift", "Sources/Chorus/Chorus.swift", "Sources/Chorus/Plugins.swift",
            "Tests/ChorusTests/ChorusTests.swift",
          ] + (options == ["--window"] ? window : [])))
    for path in paths {
      let text = try String(contentsOf: package.appending(path: path), encoding: .utf8)
      #expect(text.contains("Chorus") && !text.lowercased().contains("template") && !text.contains("urn:example"))
    }
    // A path from the one folder to the other leads through the root.
    let manifest = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
    let path = try #require(manifest.firstMatch(of: /\.package\(path: "(\.\.\/[^"]*)"\)/)?.output.1)
    #expect(package.appending(path: path).standardized == PackageCopy.root.standardized)
    #expect(PackageCopy.swiftPackage(command).output.contains("already exists"))
  }

  @Test(arguments: [
    (["a b"], "is not a name of a Swift type"), (["--midi", "--window", "A"], "exclude each other"),
    (["--url", "example", "A"], "is not a prefix of URIs"), (["--url"], "needs a prefix"),
    (["--synth", "A"], "unknown option --synth"), ([], "expected NAME"),
  ])
  func aWrongRequestIsExplained(arguments: [String], message: String) throws {
    try requireBuild(PackageCopy.built)
    #expect(PackageCopy.swiftPackage(["lv2-new"] + arguments).output.contains(message))
  }

  /// In a package that depends on a version, a new package depends on it too. The last line is a command that tests it and builds its
  /// bundle.
  @Test func theLastLineForANewPackageRuns() throws {
    try requireBuild(UserPackage.built)
    let package = UserPackage.bundles.appending(path: "../Chorus").standardized
    // Its build folder stays, so that later test runs build incrementally.
    let build = package.appending(path: ".build")
    let kept = UserPackage.bundles.appending(path: "../.build-of-chorus").standardized
    if FileManager.default.fileExists(atPath: build.path) { try FileManager.default.moveItem(at: build, to: kept) }
    try? FileManager.default.removeItem(at: package)
    let result = UserPackage.swiftPackage("lv2-new", "--instrument", "Chorus", package.path)
    try #require(result.status == 0, "\(result.output)")
    if FileManager.default.fileExists(atPath: kept.path) { try FileManager.default.moveItem(at: kept, to: build) }
    let manifest = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
    #expect(manifest.contains(/\.package\(url: "[^"]+martlet[^"]*", from: "2\.1\.\d+"\)/), "\(manifest)")
    let line = try #require(result.output.split(separator: "\n").last)
    let run = Command.run("sh", "-c", String(line))
    #expect(run.status == 0, "\(line): \(run.output)")
    #expect(FileManager.default.fileExists(atPath: package.appending(path: "Bundles/chorus.lv2/chorus.so").path))
  }

  /// The bundle of a user has one small library with one symbol, and is replaced as a whole.
  @Test func theBundleOfAUserIsComplete() throws {
    try requireBuild(UserPackage.built)
    let bundle = UserPackage.bundles.appending(path: "overdrive.lv2")
    let names = try FileManager.default.contentsOfDirectory(atPath: bundle.path)
    #expect(Set(names) == ["manifest.ttl", "overdrive.ttl", "overdrive-presets.ttl", "overdrive.so"])
    let library = bundle.appending(path: "overdrive.so").path
    let symbols = Command.run("nm", "-D", "--defined-only", library).output.split(separator: "\n")
    #expect(symbols.map { $0.split(separator: " ").last } == ["lv2_descriptor"])
    let size = try FileManager.default.attributesOfItem(atPath: library)[.size] as? Int
    #expect((5_000...30_000).contains(try #require(size)))
    let folders = try FileManager.default.contentsOfDirectory(atPath: UserPackage.bundles.path)
    let products = UserPackage.steps.values + UserPackage.products
    #expect(Set(folders) == Set(products.map { "\($0.lowercased()).lv2" }))
  }

  /// Each mistake is named; the old bundle stays.
  @Test(arguments: [
    (
      "Overdrive/Overdrive.swift", "  public mutating func run(_ block: Block<Port>) {\n",
      "  public mutating func run(_ block: Block<Port>) {\n    let copies = [Float](repeating: 0, count: block.frames)\n"
        + "    block.output(0)[0] = copies[block.frames - 1]\n",
      "this code performs reference counting operations which can cause locking"
    ),
    (
      "Overdrive/Overdrive.swift", "import LV2Kit\n", "import Glibc\nimport LV2Kit\n",
      "help: the bundle has no Glibc and no Foundation; LV2Math has"
    ),
    (
      "Overdrive/Overdrive.swift", "block.output(1)", "block.output(2)",
      "urn:example:overdrive-stereo: the effect crashed in its first block with 2 inputs and 2 outputs"
    ),
    ("Overdrive/Overdrive.swift", "@_noAllocation @_noLocks", "", "has no @_noAllocation and no @_noLocks"),
    (
      "Overdrive/Overdrive.swift", "[.drive: 10]", "[.drive: 10, .drive: 20]",
      "preset 'Warm Valve' has two values of 'drive'"
    ),
    ("Overdrive/Overdrive.swift", "initial: 25", "initial: 250", "control 'drive': the initial value 250.0 is outside"),
    (
      "Overdrive/Plugins.swift", "urn:example:overdrive-stereo", "overdrive-stereo",
      "overdrive-stereo: the URI has no scheme; build with lv2-bundle --url PREFIX"
    ),
    (
      "Overdrive/Plugins.swift", "overdrive-stereo", "overdrive-mono", "another plug-in of the library has the same URI"
    ),
  ]) func mistakesAreRejected(file: String, old: String, new: String, message: String) throws {
    try requireBuild(UserPackage.built)
    let library = UserPackage.bundles.appending(path: "overdrive.lv2/overdrive.so")
    let before = try Data(contentsOf: library)
    let result = try UserPackage.editing(file, old, new) { UserPackage.build("Overdrive") }
    #expect(result.status != 0)
    #expect(result.output.contains(message), "\(result.output)")
    #expect(!result.output.contains("stack trace"))
    // The summary follows the messages.
    #expect(result.output.split(separator: "\n").last?.hasPrefix("error: ") == true, "\(result.output)")
    #expect(try Data(contentsOf: library) == before)
  }

  /// Each example renders the same bits in both formats. The sampler has no file, and the meter no output.
  @Test func theExamplesRenderTheSameInCLAP() throws {
    try requireBuild(UserPackage.built)
    let names = UserPackage.examples
    let build = UserPackage.build(["--format", "clap"] + names)
    try #require(build.status == 0, "\(build.output)")
    for name in names {
      let bundle = UserPackage.bundles.appending(path: "\(name.lowercased()).lv2").path
      let library = UserPackage.clapLibrary(of: name)
      let result = try ClapTests.run("compare", bundle + "/", library)
      let powers = result.output.matches(of: /: equal, power ([\d.e+-]+)/).compactMap { Double($0.output.1) }
      #expect(result.status == 0 && !powers.isEmpty && powers.count % 2 == 0, "\(result.output)")
      #expect(["Meter", "Sampler"].contains(name) || powers.allSatisfy { $0 > 1 }, "\(result.output)")
      let check = try ClapTests.run("check", library)
      #expect(check.status == 0, "\(name): \(check.output)")
    }
  }

  /// Builds an example for CLAP and returns the path of its library.
  private func clapLibrary(of name: String) throws -> String {
    try requireBuild(UserPackage.built)
    let result = UserPackage.build("--format", "clap", name)
    try #require(result.status == 0, "\(result.output)")
    return UserPackage.clapLibrary(of: name)
  }

  /// In CLAP, a latency that changes leads to one request for a restart, and is new in the activation that follows. The sound has it
  /// from the block of the change on. 3 and 10 ms are 144 and 480 frames.
  @Test func aLatencyOfClapChangesInAnActivation() throws {
    let output = try ClapTests.run("latency", clapLibrary(of: "Limiter"))
    #expect(
      output.output == """
        latency 144 changes 1
        impulse 144 latency 144 restarts 0
        impulse 480 latency 144 restarts 1
        impulse 480 latency 144 restarts 1
        latency 480 changes 2
        impulse 480 latency 480 restarts 1

        """)
  }

  /// In CLAP, the keys of a window play, and a file that is typed is a part of the state, which the windows of other instances show.
  @Test(arguments: [("Synth", "keys"), ("Sampler", "properties")])
  func theWindowsOfClapHaveKeysAndProperties(name: String, test: String) throws {
    let server = BuiltBundle.root.appending(path: "Tests/Interface/with-server").path
    let output = try ClapTests.run(
      "window", clapLibrary(of: name), test, "/usr/share/sounds/alsa/Front_Center.wav", launcher: [server])
    #expect(output.status == 0 && output.output.contains("\(test): passed"), "\(output.output)")
  }

  /// `--url` completes the URIs without a scheme, in the Turtle and in the library: those of the plug-in, its properties and
  /// its project. This test is the last one that builds, because the option compiles the whole library anew.
  @Test func relativeURIsBeginWithThePrefix() throws {
    try requireBuild(UserPackage.built)
    #expect(UserPackage.build("--url", "example.org", "Sampler").output.contains("expected a prefix such as"))
    let result = try UserPackage.editing("Sampler/Plugins.swift", "urn:example:sampler", "sampler") {
      UserPackage.build("--url", "https://example.org/test/", "--output", "Prefixed", "Sampler")
    }
    try #require(result.status == 0, "\(result.output)")
    let folder = UserPackage.bundles.appending(path: "../Prefixed").standardized
    let uri = "https://example.org/test/sampler"
    let validation = try validate(uri, in: folder)
    #expect(validation.status == 0, "\(validation.output)")
    let bundle = folder.appending(path: "sampler.lv2")
    let turtle = try String(contentsOf: bundle.appending(path: "sampler.ttl"), encoding: .utf8)
    #expect(turtle.contains("lv2:project <\(uri)-project>"))
    let properties = turtle.matches(of: /<(\S+)>\n\ta lv2:Parameter/).map { String($0.output.1) }
    #expect(properties == ["\(uri)#file", "\(uri)#root"])
    let used = try MappedURIs.ofFirstPlugin(in: bundle.appending(path: "sampler.so"))
    #expect(used.isSuperset(of: properties + [uri]))
  }

  /// docc reports no warning about the documentation of LV2Kit. It reads the module that the tests use.
  @Test func theDocumentationIsWellFormed() throws {
    let folder = try TemporaryFolder(prefix: "martlet-test")
    defer { withExtendedLifetime(folder) {} }
    let scratch = URL(filePath: folder.path)
    let modules = Validator.executable.deletingLastPathComponent().appending(path: "Modules").path
    let result = Command.run(
      BuiltBundle.root.appending(path: "Scripts/documentation").path, scratch.appending(path: "build").path,
      scratch.appending(path: "docs").path, folder: BuiltBundle.root, environment: ["MODULES": modules])
    #expect(result.status == 0, "\(result.output)")
    let page = scratch.appending(path: "docs/data/tutorials/lv2kit/writeaneffect.json")
    #expect(FileManager.default.fileExists(atPath: page.path))
  }
}

/// The packages are built while other tests run: the tests of this suite are serial.
struct BuildsInAdvance: SuiteTrait {
  func prepare(for test: Test) async {
    ProcessSlots.computing.addOperation {
      _ = PackageCopy.built
      _ = UserPackage.built
    }
  }
}

extension Trait where Self == BuildsInAdvance {
  static var buildsInAdvance: Self { BuildsInAdvance() }
}
