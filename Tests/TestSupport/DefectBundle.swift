import Checks
import Foundation
import Model

/// A built bundle of the corpus in Tests/Defects.
///
/// The first use in a process builds the corpus with make, under a lock, into `.build/defects`. make builds only what
/// changed.
public struct DefectBundle: Sendable, CustomStringConvertible {
  /// The name of the bundle without `.lv2`: `FAMILY.CHECK-KIND-VARIANT` for the folder `FAMILY/CHECK/KIND-VARIANT`, and
  /// `good-WORD` for `good/WORD`.
  public let name: String
  /// The check that must find the defect; nil for a good plug-in.
  public let check: CheckID?
  /// The kind of message with which the check must report the defect: the longest kind at the start of the folder's name.
  ///
  /// Nil for a good plug-in, and if the folder is not named after a kind.
  public let kind: String?
  /// The severity that the end of the name states, `-warning` or `-note`; nil if it is the usual one.
  public let statedSeverity: Severity?
  /// The usual severity of the kind; nil for a good plug-in.
  public let usualSeverity: Severity?

  public var description: String { name }

  /// The message that must be reported; nil for a good plug-in.
  public var messageID: MessageID? {
    guard let check, let kind else { return nil }
    return MessageID(check, kind)
  }

  /// Whether the plug-in has no defect, although it looks as if it had one.
  public var isGood: Bool { check == nil }

  /// Whether a call into the plug-in does not return.
  public var hangs: Bool { kind == EndMessage.timeout.word || kind == EndMessage.extremeTimeout.word }

  /// The built bundle.
  public var url: URL { Self.built.appending(path: "\(name).lv2", directoryHint: .isDirectory) }

  /// The option that names the older version inside the bundle; empty if there is none.
  public var baseline: [String] {
    let path = url.appending(path: "baseline.lv2").path
    return FileManager.default.fileExists(atPath: path) ? ["--baseline", path] : []
  }

  /// - Precondition: the folder exists, so that a test cannot pass after its folder was removed.
  public init(_ name: String) {
    guard let bundle = Self.byName[name] else { preconditionFailure("no folder in Tests/Defects for \(name)") }
    self = bundle
  }

  /// - Parameter path: the path of the folder from Tests/Defects.
  private init(path: [String]) {
    guard path.count == 3 else {
      name = path.joined(separator: "-")
      (check, kind, statedSeverity, usualSeverity) = (nil, nil, nil, nil)
      return
    }
    let id = "\(path[0]).\(path[1])"
    name = "\(id)-\(path[2])"
    check = CheckID(rawValue: id)
    let description = check.flatMap { Catalogue.check($0) }?.description
    let messages = description?.messages ?? []
    kind = (messages.map(\.id.kind) + EndMessage.allCases.map(\.word))
      .filter { path[2] == $0 || path[2].hasPrefix("\($0)-") }
      .max { $0.count < $1.count }
    let variant = path[2].dropFirst(kind?.count ?? 0)
    statedSeverity = variant.hasSuffix("-warning") ? .warning : variant.hasSuffix("-note") ? .note : nil
    let message = messages.first { [kind] in $0.id.kind == kind }
    usualSeverity = (message?.text ?? description?.end)?.severity ?? .error
  }

  /// Every folder of the corpus, in the order of names.
  public static let all: [DefectBundle] = {
    let families = folders("").filter { $0 != "common" && $0 != "good" }
    let checks = families.flatMap { family in folders(family).map { [family, $0] } }
    let defects = checks.flatMap { check in folders(check.joined(separator: "/")).map { check + [$0] } }
    return (defects + folders("good").map { ["good", $0] }).map(DefectBundle.init(path:)).sorted { $0.name < $1.name }
  }()

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The names of the folders in a folder of Tests/Defects.
  private static func folders(_ path: String) -> [String] {
    let folder = source.appending(path: path)
    let entries = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    return (entries ?? []).filter(\.hasDirectoryPath).map(\.lastPathComponent)
  }

  /// Tests/Defects.
  public static let source = URL(filePath: #filePath)
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
