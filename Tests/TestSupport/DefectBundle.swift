import Checks
import Foundation
import Model

/// A built bundle of the corpus in Tests/Defects.
///
/// The first use in a process builds the corpus with make, under a lock, into `.build/defects`. make builds only what
/// changed.
public struct DefectBundle: Sendable, CustomStringConvertible {
  /// The name of the folder without `.lv2`: the id of a check with a variant behind it, or `good-...`.
  public let name: String

  public var description: String { name }

  /// The built bundle.
  public var url: URL { Self.built.appending(path: "\(name).lv2", directoryHint: .isDirectory) }

  /// The option that names the older version inside the bundle; empty if there is none.
  public var baseline: [String] {
    let path = url.appending(path: "baseline.lv2").path
    return FileManager.default.fileExists(atPath: path) ? ["--baseline", path] : []
  }

  /// Whether the plug-in has no defect, although it looks as if it had one.
  public var isGood: Bool { name.hasPrefix("good-") }

  /// - Precondition: the folder exists, so that a test cannot pass after its folder was removed.
  public init(_ name: String) {
    precondition(Self.all.contains { $0.name == name }, "no folder \(name).lv2 in Tests/Defects")
    self.name = name
  }

  private init(listed name: String) { self.name = name }

  /// Every folder of the corpus, in the order of names.
  public static let all: [DefectBundle] = {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: source.path)) ?? []
    return entries.filter { $0.hasSuffix(".lv2") }.sorted().map { DefectBundle(listed: String($0.dropLast(4))) }
  }()

  /// The check that must find the defect: the longest id at the start of the name; nil for a good plug-in.
  public var check: CheckID? {
    Catalogue.all.map { $0.id }
      .filter { name == $0.rawValue || name.hasPrefix("\($0.rawValue)-") }
      .max { $0.rawValue.count < $1.rawValue.count }
  }

  /// The severity that the name states; nil if the finding must have the highest severity of the check.
  public var severity: Severity? {
    name.hasSuffix("-warning") ? .warning : name.hasSuffix("-note") ? .note : nil
  }

  private static let source = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Defects", directoryHint: .isDirectory)

  /// The folder of the built bundles, which can be used as LV2_PATH.
  public static let built: URL = {
    let directory = source.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: ".build/defects", directoryHint: .isDirectory)
    let make = Process()
    make.executableURL = URL(filePath: "/usr/bin/flock")
    make.arguments = [
      "\(directory.path).lock", "make", "--silent", "-C", source.path, "-j2", "BUILD=\(directory.path)",
    ]
    do { try make.run() } catch { preconditionFailure("cannot build Tests/Defects: \(error)") }
    make.waitUntilExit()
    precondition(make.terminationStatus == 0, "Tests/Defects does not build: run make -C Tests/Defects")
    return directory
  }()
}
