import Checks
import FoundationEssentials
import Glibc
import Support
import TestHost
import ValidationModel

/// The file `lv2val.json`: the checks that a project skips, and why.
///
///     { "skip": [ { "check": "rt.*", "plugin": "http://example.org/*", "reason": "offline use only" } ] }
struct ProjectConfiguration: Decodable {
  struct Skip: Decodable {
    /// An id or a glob.
    var check: String
    /// A URI or a glob; nil for every plug-in.
    var plugin: String?
    var reason: String
  }

  /// The name of the file, which is beside the bundle or in a directory above.
  static let fileName = "lv2val.json"

  var skip: [Skip]?

  /// Why a check of a plug-in (or of a bundle, without URI) is skipped; nil if the check is not skipped.
  func reason(for check: CheckID, plugin uri: String?) -> String? {
    skip?.first { entry in
      guard Selection.matches(entry.check, check.rawValue) else { return false }
      guard let pattern = entry.plugin else { return true }
      return uri.map { Selection.matches(pattern, $0) } ?? false
    }?.reason
  }

  /// The configuration of a bundle: the file in the directory of the bundle, or the nearest one above.
  ///
  /// - Throws: `UsageError` for a file that cannot be read, is not JSON, or names an unknown check.
  static func find(for bundlePath: String) throws(UsageError) -> ProjectConfiguration {
    var directory = bundlePath
    while let slash = directory.lastIndex(of: "/") {
      directory = String(directory[..<slash])
      let path = "\(directory)/\(fileName)"
      if access(path, F_OK) == 0 { return try read(path) }
    }
    return ProjectConfiguration()
  }

  private static func read(_ path: String) throws(UsageError) -> ProjectConfiguration {
    let configuration: ProjectConfiguration
    do {
      configuration = try JSONDecoder().decode(ProjectConfiguration.self, from: Data(contentsOf: URL(filePath: path)))
    } catch let error as DecodingError {
      throw UsageError("\(path): \(describe(error))")
    } catch {
      throw UsageError("\(path) cannot be read")
    }
    for entry in configuration.skip ?? [] {
      guard Catalogue.all.contains(where: { Selection.matches(entry.check, $0.id.rawValue) }) else {
        throw UsageError("\(path): unknown check '\(entry.check)'; 'lv2val checks' lists all checks")
      }
      guard !entry.reason.isEmpty else { throw UsageError("\(path): the entry for '\(entry.check)' has no reason") }
    }
    return configuration
  }

  private static func describe(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "'\(key.stringValue)' is missing\(position(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): "a value has the wrong type\(position(context))"
    default: "the file is not a JSON document"
    }
  }

  private static func position(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? "" : " at \(path)"
  }
}
