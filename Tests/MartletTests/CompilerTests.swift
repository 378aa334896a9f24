import Foundation
import Testing
import ValidatorProcess

/// What the compiler proves of the effects, proved to be proved: a copy of the package with a defect does not build.
@Suite(.serialized) struct CompilerTests {
  /// A copy of what the library is built from.
  private func copyOfThePackage() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in ["Package.swift", "Sources"] {
      try FileManager.default.copyItem(
        at: BuiltBundle.root.appending(path: name), to: copy.url.appending(path: name))
    }
    for name in ["Tests", "Benchmarks"] {
      try FileManager.default.createSymbolicLink(
        at: copy.url.appending(path: name), withDestinationURL: BuiltBundle.root.appending(path: name))
    }
    return copy
  }

  private func build(_ folder: TemporaryFolder) -> (status: Int32, output: String) {
    Command.run(
      "swift", "build", "--traits", "Embedded", "--scratch-path", folder.url.appending(path: ".build").path, "-c",
      "release", "--product", "Martlet", folder: folder.url)
  }

  private func edit(_ file: String, in folder: TemporaryFolder, _ change: (String) -> String) throws {
    let url = folder.url.appending(path: file)
    let before = try String(contentsOf: url, encoding: .utf8)
    let after = change(before)
    try #require(before != after)
    try after.write(to: url, atomically: true, encoding: .utf8)
  }

  @Test func anArrayInRunIsRefused() throws {
    let copy = try copyOfThePackage()
    let untouched = build(copy)
    try #require(untouched.status == 0, "\(untouched.output)")
    try edit("Sources/Effects/Lowpass.swift", in: copy) {
      $0.replacing(
        "  public mutating func run(_ block: Block<Port>) {\n",
        with: """
            public mutating func run(_ block: Block<Port>) {
              let copies = [Float](repeating: block[.q], count: block.frames)
              block.outputs.0[0] = copies[block.frames - 1]

          """)
    }
    let result = build(copy)
    #expect(result.status != 0)
    #expect(result.output.contains("-no-allocations") || result.output.contains("allocat"), "\(result.output)")
  }

  /// The example of CONTRIBUTING.md: one new file, one line of a table.
  @Test func theExampleEffectBuilds() throws {
    let guide = try String(contentsOf: BuiltBundle.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let fences = guide.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    try #require(fences.count == 2)
    let copy = try copyOfThePackage()
    try fences[0].write(
      to: copy.url.appending(path: "Sources/Effects/Tremolo.swift"), atomically: true, encoding: .utf8)
    try edit("Sources/Martlet/EntryPoint.swift", in: copy) {
      $0.replacing("  both(Comb.self) { Comb.process($0, $1) }\n", with: fences[1])
    }
    let result = build(copy)
    try #require(result.status == 0, "\(result.output)")
    let library = copy.url.appending(path: ".build/release/libMartlet.so").path
    #expect(Command.run("strings", library).output.contains("urn:example:tremolo-stereo"))
    let turtle = Command.run(
      "swift", "run", "--scratch-path", copy.url.appending(path: ".build/plain").path, "lv2ttl",
      copy.url.appending(path: "Bundle").path, folder: copy.url)
    #expect(turtle.status == 0, "\(turtle.output)")
    #expect(FileManager.default.fileExists(atPath: copy.url.appending(path: "Bundle/tremolo.ttl").path))
  }

  /// The tutorial of LV2Kit: its code builds, lv2val finds what the tutorial says, and nothing in what comes after.
  @Test func theTutorialKeepsItsPromises() throws {
    let resources = BuiltBundle.root.appending(path: "Sources/LV2Kit/LV2Kit.docc/Resources")
    func text(_ name: String) throws -> String {
      try String(contentsOf: resources.appending(path: name), encoding: .utf8)
    }
    #expect(try text("Overdrive-2.swift").hasPrefix(text("Overdrive-1.swift").dropLast("}\n".count)))

    let copy = try copyOfThePackage()
    let table = try text("Table.swift")
    try edit("Sources/Martlet/EntryPoint.swift", in: copy) {
      $0.replacing(/\/\/\/ The plug-ins of the library(?s:.*?)\n\)\n/, with: table)
    }
    let bundle = copy.url.appending(path: "Bundles/martlet.lv2")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let faults = ["warning life.reset", "note audio.denormal", "note param.enabled-click"]
    for (step, findings) in [(2, faults), (3, []), (4, [])] {
      try text("Overdrive-\(step).swift").write(
        to: copy.url.appending(path: "Sources/Effects/Overdrive.swift"), atomically: true, encoding: .utf8)
      let result = build(copy)
      try #require(result.status == 0, "\(result.output)")
      if step == 2 {
        let turtle = Command.run(
          "swift", "run", "--scratch-path", copy.url.appending(path: ".build/plain").path, "lv2ttl", bundle.path,
          folder: copy.url)
        try #require(turtle.status == 0, "\(turtle.output)")
      }
      try? FileManager.default.removeItem(at: bundle.appending(path: "martlet.so"))
      try FileManager.default.copyItem(
        at: copy.url.appending(path: ".build/release/libMartlet.so"), to: bundle.appending(path: "martlet.so"))
      let validation = try Validator.run(
        "validate", "--fail-on", "note", "--skip", "perf.*", "urn:example:overdrive-mono",
        environment: ["LV2_PATH": bundle.deletingLastPathComponent().path])
      #expect(validation.status == (findings.isEmpty ? 0 : 1), "\(validation.output)")
      let found = validation.output.matches(of: /(?m)^(?:error|warning|note) \S+$/).map { String($0.output) }
      #expect(found == findings)
      if step == 2 {
        let shown = try text("Validate.sh").matches(of: /(?m)^(?:FAIL|Mend|warning|note) .*$/).map { String($0.output) }
        try #require(shown.count == 2 + faults.count)
        for line in shown { #expect(validation.output.contains(line), "\(line)") }
      }
    }
  }

  /// docc has no warning about the documentation of LV2Kit.
  @Test func theDocumentationIsWellFormed() throws {
    let scratch = try TemporaryFolder()
    let result = Command.run(
      BuiltBundle.root.appending(path: "Scripts/documentation").path, scratch.url.appending(path: "build").path,
      scratch.url.appending(path: "docs").path, folder: BuiltBundle.root)
    #expect(result.status == 0, "\(result.output)")
    let page = scratch.url.appending(path: "docs/data/tutorials/lv2kit/writeaneffect.json")
    #expect(FileManager.default.fileExists(atPath: page.path))
  }
}
