import Foundation
import Testing

/// The layout of the repository.
@Suite struct RepositoryTests {
  private static let expectedAtRoot: Set<Substring> = [
    ".ci", ".codespellrc", ".github", ".gitignore", ".spi.yml", ".swift-format", "Benchmarks", "Bundles",
    "CHANGELOG.md", "CONTRIBUTING.md", "Examples", "LICENSE", "Makefile", "Package.swift", "Plugins", "README.md",
    "Scripts", "Sources", "Tests",
    "debian", "docs", "packaging",
  ]

  /// A source archive has no repository to ask.
  private static let isRepository = FileManager.default.fileExists(atPath: Repository.path(".git"))

  /// Every file that git tracks or does not ignore is in an expected folder, or is an expected file.
  @Test(.enabled(if: isRepository)) func theRootContainsOnlyExpectedFiles() throws {
    // In a CI container the repository may belong to another user, which git refuses without safe.directory.
    let listing = try Program.run(
      "git", "-c", "safe.directory=*", "-C", Repository.path(""), "ls-files", "--cached", "--others",
      "--exclude-standard")
    try #require(listing.status == 0, "\(listing.output)")
    let found = Set(listing.output.split(separator: "\n").compactMap { $0.split(separator: "/").first })
    #expect(found == Self.expectedAtRoot)
  }
}
