import Foundation
import Support
import TestSupport
import Testing

/// The compiler rejects allocation in `run`; the code in CONTRIBUTING.md and in the tutorial builds and validates.
@Suite(.serialized) struct CompilerTests {
  private func requireBuild() throws {
    let build = try PackageCopy.built.get()
    try #require(build.status == 0, "\(build.output)")
  }

  /// Validates a plug-in of the copy.
  private func validate(_ uri: String) throws -> Validator.Result {
    try Validator.run(
      "validate", "--fail-on", "note", "--skip", "perf.*", uri,
      environment: ["LV2_PATH": PackageCopy.bundle.deletingLastPathComponent().path])
  }

  /// The steps of CONTRIBUTING.md: a file, and a line in the table.
  @Test func theExampleOfTheContributingGuideBuildsAndValidates() throws {
    try requireBuild()
    #expect(FileManager.default.fileExists(atPath: PackageCopy.bundle.appending(path: "tremolo.ttl").path))
    for layout in ["mono", "stereo"] {
      let validation = try validate("urn:example:tremolo-\(layout)")
      #expect(validation.status == 0, "\(validation.output)")
    }
  }

  /// lv2val finds the defects that the tutorial describes, and no others after their fix.
  @Test func theTutorialBuildsAndValidates() throws {
    #expect(
      try PackageCopy.tutorial("Overdrive-2.swift").hasPrefix(PackageCopy.tutorial("Overdrive-1.swift").dropLast(2)))
    try requireBuild()
    let defects = ["warning life.reset/output", "note audio.denormal/output", "note param.enabled-click/click"]
    for (step, name) in PackageCopy.steps {
      let validation = try validate("urn:example:\(name.lowercased())-mono")
      let expected = step == 2 ? defects : []
      #expect(validation.status == (expected.isEmpty ? 0 : 1), "\(validation.output)")
      let found = validation.output.matches(of: /(?m)^(?:error|warning|note) \S+$/).map { String($0.output) }
      #expect(found == expected)
      guard step == 2 else { continue }
      let shown = try PackageCopy.tutorial("Validate.sh").matches(of: /(?m)^(?:FAIL|\w+ first|warning|note)\b.*$/)
      try #require(shown.count == 2 + defects.count)
      for line in shown { #expect(validation.output.contains(line.output), "\(line.output)") }
    }
  }

  @Test func anArrayInRunIsRejected() throws {
    try requireBuild()
    let file = "Sources/Effects/Lowpass.swift"
    let original = try String(contentsOf: PackageCopy.root.appending(path: file), encoding: .utf8)
    try PackageCopy.edit(file) {
      $0.replacing(
        "  public mutating func run(_ block: Block<Port>) {\n",
        with: """
            public mutating func run(_ block: Block<Port>) {
              let copies = [Float](repeating: block[.q], count: block.frames)
              block.outputs.0[0] = copies[block.frames - 1]

          """)
    }
    let result = PackageCopy.buildLibrary()
    try PackageCopy.edit(file) { _ in original }
    #expect(result.status != 0)
    #expect(result.output.contains("-no-allocations") || result.output.contains("allocat"), "\(result.output)")
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
