import Testing

/// Modules import what Package.swift declares, and imports point down.
@Suite struct ModuleTests {
  /// Modules of the toolchain.
  private static let toolchain: Set<String> = [
    "Builtin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "PackageDescription", "Synchronization",
    "Testing",
  ]

  private let targets: [Target]

  init() throws {
    targets = try Manifest.targets().filter { $0.kind != "plugin" }
    try #require(targets.count > 40)
  }

  private func imports(of target: Target) throws -> Set<String> {
    try SourceTree.swiftFiles(below: target.path).reduce(into: Set()) { $0.formUnion($1.imports) }
      .subtracting(Self.toolchain).subtracting([target.moduleName])
  }

  @Test func modulesImportWhatTheManifestDeclares() throws {
    for target in targets where !target.path.contains("/C/") {
      let declared = Set(target.dependencies.map { $0.replacing("-", with: "_") })
      let imported = try imports(of: target)
      #expect(imported.subtracting(declared) == [], "\(target.name) imports these modules, but does not declare them")
      // Tests also need the programs that they start.
      if target.path.hasPrefix("Sources/") {
        #expect(declared.subtracting(imported) == [], "\(target.name) declares these modules, but does not import them")
      }
    }
  }

  /// The rows of the table "Modules".
  @Test func thePageListsTheImportsOfEachModule() throws {
    let rows = try ArchitecturePage().modules
    let modules = targets.filter { $0.path.hasPrefix("Sources/") && !$0.path.contains("/C/") }
    #expect(Set(rows.keys) == Set(modules.map(\.name)))
    for module in modules {
      #expect(rows[module.name] == module.dependencies, "docs/internals/architecture.md: the imports of \(module.name)")
    }
  }

  @Test func thePageListsTheCModules() throws {
    let modules = targets.filter { $0.path.contains("/C/") }.map(\.name)
    #expect(try Set(ArchitecturePage().cModules) == Set(modules))
  }

  /// A module imports only modules of lower rows of the diagram.
  @Test func importsPointDown() throws {
    let rows = try ArchitecturePage().rows
    let modules = targets.filter { $0.path.hasPrefix("Sources/") && !$0.path.contains("/C/") }
    #expect(Set(rows.keys) == Set(modules.map(\.name)), "docs/internals/architecture.md: the modules of the diagram")
    for module in modules {
      for dependency in module.dependencies {
        guard let row = rows[module.name], let other = rows[dependency] else { continue }
        #expect(row < other, "\(module.name) is not above \(dependency) in the diagram")
      }
    }
  }

  /// The validator cannot hide a defect of LV2Kit, because both have only `Support` in common, besides headers of the system.
  @Test func theBundleAndTheValidatorShareOnlySupport() throws {
    let bundle = closure(of: ["Sources/Kit/", "Sources/Effects/"])
    let tools = closure(of: ["Sources/Validator/", "Sources/Renderer/"])
    try #require(bundle.contains("LV2Kit") && tools.contains("LV2Host"))
    #expect(bundle.intersection(tools) == ["Support", "CSupport"])
  }

  /// The modules in these folders and all that they import, without headers of the system.
  private func closure(of folders: [String]) -> Set<String> {
    let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    var found: Set<String> = []
    var open = targets.filter { target in folders.contains(where: target.path.hasPrefix) }
    while let target = open.popLast() {
      guard target.kind != "systemLibrary", found.insert(target.name).inserted else { continue }
      open += target.dependencies.compactMap { byName[$0] }
    }
    return found
  }

  /// The parent processes of the tools cannot open a plug-in by other means than LV2Host.
  @Test func fewModulesImportLilvAndTheProbe() throws {
    func importers(of module: String) -> Set<String> {
      Set(targets.filter { $0.path.hasPrefix("Sources/") && $0.dependencies.contains(module) }.map(\.name))
    }
    #expect(importers(of: "CLilv") == ["LV2Host"])
    #expect(importers(of: "CProbe") == ["LV2Host", "TestHost"])
  }
}
