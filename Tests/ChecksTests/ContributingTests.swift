import Checks
import Foundation
import LV2Host
import Model
import TestHost
import TestSupport
import Testing

// The example is written for the target Checks, whose files do not import it.
typealias PluginCheck = Checks.PluginCheck
typealias CheckDepth = Checks.CheckDepth

/// Follows the section "Adding a check" of CONTRIBUTING.md.
///
/// The file of the example is part of this target, so that it is compiled; the other steps are made in a temporary
/// copy.
@Suite struct ContributingTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The code blocks of the section, in order.
  private let blocks: [String]

  init() throws {
    let text = try String(contentsOf: Self.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let section = try #require(
      text.components(separatedBy: "\n## Adding a check\n").last?.components(separatedBy: "\n## ").first)
    blocks = section.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map { block in
      block.element.split(separator: "\n", maxSplits: 1).dropFirst().joined()
    }
  }

  @Test func theFileIsCompiledAsItIsPrinted() throws {
    let compiled = Self.root.appending(path: "Tests/ChecksTests/ManifestComment.swift")
    #expect(try String(contentsOf: compiled, encoding: .utf8) == blocks.first)
  }

  @Test func theLineFitsIntoTheCatalogue() throws {
    let line = try #require(blocks.dropFirst().first)
    let catalogue = try String(
      contentsOf: Self.root.appending(path: "Sources/Validator/Checks/Catalogue.swift"), encoding: .utf8)
    let neighbor = "    ManifestName.self,\n"
    #expect(catalogue.contains(neighbor))
    #expect(line == "    \(ManifestComment.self).self,\n")
    #expect(Catalogue.check(ManifestComment.id) == nil, "the example must not be in the catalogue")
  }

  @Test func theDefectIsFoundAndAGoodPluginIsNot() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contributing-\(UUID()).lv2/")
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = "manifest.comment-equals-name"
    let common = DefectBundle.source.appending(path: "common")
    func shared(_ file: String) throws -> String {
      try String(contentsOf: common.appending(path: file), encoding: .utf8)
    }
    try FileManager.default.copyItem(at: DefectBundle("good-plain").url, to: folder)
    for (file, text) in [
      ("manifest.ttl", try shared("manifest.ttl")),
      ("plugin.ttl", try shared("plugin.ttl") + (try #require(blocks.last))),
    ] {
      try (shared("prefixes.ttl") + text).replacing("@NAME@", with: name)
        .write(to: folder.appending(path: file), atomically: true, encoding: .utf8)
    }
    #expect(try messages(in: folder, "urn:defect:\(name)") == [MessageID(ManifestComment.id, "equals-name")])
    let good = DefectBundle("good-plain")
    #expect(try messages(in: good.url, "urn:defect:good-plain") == [])
  }

  private func messages(in bundle: URL, _ uri: String) throws -> [MessageID?] {
    let world = try World(bundles: [bundle.path + "/"])
    let context = PluginContext(
      plugin: try world.description(of: uri), world: world, rate: 48_000, blockLength: 256, seed: 1)
    guard case .findings(let findings) = ManifestComment.run(in: context) else { return [] }
    return findings.map(\.id)
  }
}
