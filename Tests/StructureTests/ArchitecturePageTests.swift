import Testing

/// What docs/internals/architecture.md names exists.
@Suite struct ArchitecturePageTests {
  @Test func thePathsExist() throws {
    let paths = try ArchitecturePage().paths
    try #require(paths.count > 30)
    for path in paths { #expect(SourceTree.exists(path), "\(ArchitecturePage.path) names \(path)") }
  }

  /// The walks name files without their folders too, such as `ForkServer.swift`.
  @Test func theFilesExist() throws {
    let names = try Set(SourceTree.swiftFiles(below: "Sources").compactMap { $0.path.split(separator: "/").last })
    for match in try ArchitecturePage().text.matches(of: /`(\w[\w+]*\.swift)`/) {
      let exists = names.contains(match.output.1) || SourceTree.exists(String(match.output.1))
      #expect(exists, "\(ArchitecturePage.path) names \(match.output.1)")
    }
  }
}
