import Testing

/// What docs/internals/architecture.md names exists.
@Suite struct ArchitecturePageTests {
  @Test func thePathsExist() throws {
    let paths = try ArchitecturePage().paths
    try #require(paths.count > 30)
    for path in paths { #expect(SourceTree.exists(path), "\(ArchitecturePage.path) names \(path)") }
  }

  /// Pages name files without all of their folders too, such as `ForkServer.swift`.
  @Test(arguments: [ArchitecturePage.path, "docs/internals/decisions.md"]) func theFilesExist(_ page: String) throws {
    let files = try SourceTree.swiftFiles(below: "Sources").map { "/" + $0.path } + ["/Package.swift"]
    for match in try SourceTree.text(page).matches(of: /`(\w[\w+\/]*\.swift)`/) {
      let name = "/" + match.output.1
      #expect(files.contains { $0.hasSuffix(name) }, "\(page) names \(match.output.1)")
    }
  }
}
