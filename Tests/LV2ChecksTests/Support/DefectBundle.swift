import Foundation
import Checks

/// A bundle of the corpus in Tests/Defects, built.
///
/// The first use in a process builds the whole corpus with make, under a lock, into `.build/defects`: only what has
/// changed since the last time.
struct DefectBundle: Sendable, CustomStringConvertible {
  /// The folder's name without `.lv2`: a check's id with a variant behind it, or `good-...`.
  let name: String

  var description: String { name }

  /// The built bundle.
  var url: URL { Self.built.appending(path: "\(name).lv2", directoryHint: .isDirectory) }

  /// The plug-in's URI, as common/manifest.ttl makes it.
  var plugin: String { "urn:defect:\(name)" }

  /// The option that names the older version inside the bundle; empty where there is none.
  var baseline: [String] {
    let path = url.appending(path: "baseline.lv2").path
    return FileManager.default.fileExists(atPath: path) ? ["--baseline", path] : []
  }

  /// Whether nothing is wrong with it, whatever it looks like.
  var isGood: Bool { name.hasPrefix("good-") }

  /// The folder of that name.
  ///
  /// - Precondition: There is one; a test that names a folder that is gone must not pass.
  init(_ name: String) {
    precondition(Self.all.contains { $0.name == name }, "no folder \(name).lv2 in Tests/Defects")
    self.name = name
  }

  private init(listed name: String) { self.name = name }

  /// Every folder of the corpus, in the order of names.
  static let all: [DefectBundle] = {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: source.path)) ?? []
    return entries.filter { $0.hasSuffix(".lv2") }.sorted().map { DefectBundle(listed: String($0.dropLast(4))) }
  }()

  /// The check that has to find its defect: the longest id that the name begins with; nil for a good one.
  var check: CheckID? {
    CheckID.allCases
      .filter { name == $0.rawValue || name.hasPrefix("\($0.rawValue)-") }
      .max { $0.rawValue.count < $1.rawValue.count }
  }

  /// The severity that the name states; nil where the finding is to be of the gravest that the check has.
  var severity: Severity? {
    name.hasSuffix("-warning") ? .warning : name.hasSuffix("-note") ? .note : nil
  }

  private static let source = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Defects", directoryHint: .isDirectory)

  /// Where the bundles are built; a ready LV2_PATH.
  static let built: URL = {
    let directory = source.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: ".build/defects", directoryHint: .isDirectory)
    let make = Process()
    make.executableURL = URL(filePath: "/usr/bin/flock")
    make.arguments = [
      "\(directory.path).lock", "make", "--silent", "-C", source.path, "-j2", "BUILD=\(directory.path)",
    ]
    do { try make.run() } catch { preconditionFailure("cannot build Tests/Defects: \(error)") }
    make.waitUntilExit()
    precondition(make.terminationStatus == 0, "Tests/Defects does not build: make -C Tests/Defects")
    return directory
  }()
}
