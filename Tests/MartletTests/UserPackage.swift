import Foundation
import Testing

/// A package outside the repository that depends on LV2Kit, as its users write it: the overdrive of the tutorial in its three
/// steps and the examples, each with a product of its own.
///
/// It is in `.build`, so that later test runs build incrementally. All tests share one build of it.
enum UserPackage {
  /// The steps of the tutorial that can be built. The name of the effect in step 3 is Overdrive3, and so on.
  static let steps = [2: "Overdrive", 3: "Overdrive3", 4: "Overdrive4"]
  /// The packages in Examples.
  static let examples = [
    "Ducker", "Echo", "Filter", "Limiter", "Meter", "PingPong", "Sampler", "Synth", "Tilt", "Tone", "Tremolo", "Trim",
  ]
  /// The templates of `lv2-new`: their folders in Examples/Templates, and the names of their products here.
  private static let templates = [
    "Effect": "Template", "Instrument": "TemplateInstrument", "MIDI": "TemplateMIDI", "Window": "TemplateWindow",
  ]
  /// All products that have a bundle, without the steps of the tutorial.
  static var products: [String] { examples + templates.values }
  /// Those with a window, which have a second product.
  private static let windows = ["PingPong", "Sampler", "Synth", "TemplateWindow", "Tilt"]
  static let bundles = root.appending(path: "Bundles")

  private static let root = BuiltBundle.root.appending(path: ".build/user-package")
  private static let repository = BuiltBundle.root.appending(path: ".build/user-dependency/martlet")
  /// The URL in the package description of the tutorial.
  private static let dependencyURL = "https://example.org/martlet.git"

  /// The result of building all bundles of the package.
  static let built = Result { () throws -> (status: Int32, output: String) in
    try commitDependency()
    try writeSources()
    return build()
  }

  /// Runs `swift package lv2-bundle`.
  static func build(_ arguments: String...) -> (status: Int32, output: String) { build(arguments) }

  static func build(_ arguments: [String]) -> (status: Int32, output: String) {
    let line = "swift package --allow-writing-to-package-directory lv2-bundle --no-validation"
    func run() -> (status: Int32, output: String) {
      Command.run("sh", "-c", "\(line) \(arguments.joined(separator: " "))", folder: root)
    }
    let result = run()
    // Rarely, SwiftPM 6.3.1 itself crashes in libdispatch when the command plug-in has ended.
    let crashed = result.output.contains("*** Program crashed") && result.output.contains("\"swift-package\"")
    return crashed ? run() : result
  }

  /// The path of the library that `build` writes for CLAP.
  static func clapLibrary(of name: String) -> String {
    root.appending(path: ".build/clap/\(name.lowercased()).clap").path
  }

  /// Runs a command of `swift package`.
  static func swiftPackage(_ arguments: String...) -> (status: Int32, output: String) {
    Command.run(["swift", "package"] + arguments, folder: root)
  }

  /// Returns the text of a file of the tutorial.
  static func tutorial(_ name: String) throws -> String {
    let resources = BuiltBundle.root.appending(path: "Sources/Kit/LV2Kit/LV2Kit.docc/Resources")
    return try String(contentsOf: resources.appending(path: name), encoding: .utf8)
  }

  /// Replaces the text of a source file until `body` returns.
  static func editing<Result>(_ file: String, _ old: String, _ new: String, _ body: () throws -> Result) throws
    -> Result
  {
    let url = root.appending(path: "Sources/\(file)")
    let original = try String(contentsOf: url, encoding: .utf8)
    try #require(original.contains(old))
    try original.replacing(old, with: new).write(to: url, atomically: true, encoding: .utf8)
    defer { try? original.write(to: url, atomically: true, encoding: .utf8) }
    return try body()
  }

  /// A repository with the files of this package and a tag, in place of the one in the tutorial.
  ///
  /// The version is new in each test run: SwiftPM would not read a tag again that it knows.
  private static func commitDependency() throws {
    let version = "2.1.\(Int(Date().timeIntervalSince1970))"
    let script = """
      set -e
      rm -rf "$2" && mkdir -p "$2" && cd "$1" && cp -r Package.swift Sources Plugins Tests Benchmarks Examples "$2"
      cd "$2" && git init -q && git add -A
      git -c user.name=test -c user.email=test@example.org commit -q -m test && git tag \(version)
      """
    let result = Command.run("sh", "-c", script, "sh", BuiltBundle.root.path, repository.path)
    try #require(result.status == 0, "\(result.output)")
  }

  private static func renamed(_ text: String, _ name: String) -> String {
    text.replacing("Overdrive", with: name).replacing("overdrive", with: name.lowercased())
  }

  private static func writeSources() throws {
    let files = FileManager.default
    try? files.removeItem(at: root.appending(path: "Sources"))
    try? files.removeItem(at: root.appending(path: "Package.resolved"))
    func write(_ text: String, _ path: String) throws {
      let url = root.appending(path: path)
      try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    for (step, name) in steps {
      try write(renamed(tutorial("Overdrive-\(step).swift"), name), "Sources/\(name)/\(name).swift")
      try write(renamed(tutorial("Table.swift"), name), "Sources/\(name)/Plugins.swift")
    }
    for name in examples {
      let sources = BuiltBundle.root.appending(path: "Examples/\(name)/Sources")
      for target in try files.contentsOfDirectory(atPath: sources.path) {
        try files.copyItem(at: sources.appending(path: target), to: root.appending(path: "Sources/\(target)"))
      }
    }
    for (folder, name) in templates {
      let sources = BuiltBundle.root.appending(path: "Examples/Templates/\(folder)/Sources")
      for path in try files.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
        let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
        let own = text.replacing("Template", with: name).replacing("template", with: name.lowercased())
        try write(own, "Sources/\(path.replacing("Template", with: name))")
      }
    }
    // One product and one target for each step and each example.
    let manifest = try tutorial("Manifest.swift").replacing(/\.(?:library|target)\(name: "Overdrive".*\)(?=\])/) {
      match in
      let kit = #".product(name: "LV2Kit", package: "martlet")"#
      let steps = steps.values.map { renamed(String(match.output), $0) }
      let examples = products.map { name in
        let math = ["LV2DSP", "LV2Math"].map { kit.replacing("LV2Kit", with: $0) }.joined(separator: ", ")
        let library = name == "Sampler" ? #", "CSoundFile""# : ""
        return renamed(String(match.output), name).replacing(kit, with: "\(kit), \(math)\(library)")
      }
      let library =
        match.output.hasPrefix(".target") ? [#".systemLibrary(name: "CSoundFile", pkgConfig: "sndfile")"#] : []
      let kits = [kit] + ["LV2DSP", "LV2KitUI"].map { kit.replacing("LV2Kit", with: $0) }
      let interfaces = windows.map { name in
        renamed(String(match.output), "\(name)UI").replacing(kit, with: "\(kits.joined(separator: ", ")), \"\(name)\"")
      }
      return (library + steps + examples + interfaces).joined(separator: ", ")
    }
    try write(manifest, "Package.swift")
    // SwiftPM uses the repository in place of the URL, and reads its new tag.
    let mirror = ["config", "set-mirror", "--original", dependencyURL, "--mirror", repository.path]
    for command in [mirror, ["update"]] {
      let result = Command.run(["swift", "package"] + command, folder: root)
      try #require(result.status == 0, "\(result.output)")
    }
  }
}
