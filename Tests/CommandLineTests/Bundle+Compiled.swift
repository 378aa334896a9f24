import Foundation
import Testing

extension Bundle {
  /// Compiles a bundle from this C code and the Turtle of Tests/Defects/common. The URI of its plug-in is urn:defect:NAME.
  static func compiled(_ name: String, _ code: String) throws -> Bundle {
    let common = Repository.path("Tests/Defects/common")
    func turtle(_ file: String) throws -> String {
      try ["prefixes.ttl", file].map { try String(contentsOfFile: "\(common)/\($0)", encoding: .utf8) }.joined()
        .replacing("@NAME@", with: name)
    }
    let bundle = try temporary(manifest: turtle("manifest.ttl"))
    try turtle("plugin.ttl").write(toFile: bundle.path("plugin.ttl"), atomically: true, encoding: .utf8)
    try "#include \"defect.h\"\n\(code)".write(toFile: bundle.path("plugin.c"), atomically: true, encoding: .utf8)
    let compilation = try Program.run(
      "cc", "-O1", "-g", "-fno-builtin", "-fPIC", "-shared", "-fvisibility=hidden", "-I\(common)",
      "-DDEFECT_URI=\"urn:defect:\(name)\"", "-o", bundle.path("plugin.so"), bundle.path("plugin.c"), "-lm")
    try #require(compilation.status == 0, "\(compilation.output)")
    return bundle
  }
}
