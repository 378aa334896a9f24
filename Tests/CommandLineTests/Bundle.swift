import Foundation

/// A bundle in a temporary directory.
struct Bundle {
  let path: String

  static let good = """
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2:  <http://lv2plug.in/ns/lv2core#> .
    <urn:test:plugin> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "Test" .
    """

  /// Creates a bundle with this manifest and an empty binary.
  static func temporary(manifest: String) throws -> Bundle {
    let directory = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID().uuidString).lv2")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let bundle = Bundle(path: directory.resolvingSymlinksInPath().path)
    try manifest.write(toFile: bundle.path("manifest.ttl"), atomically: true, encoding: .utf8)
    _ = FileManager.default.createFile(atPath: bundle.path("plugin.so"), contents: Data())
    return bundle
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
