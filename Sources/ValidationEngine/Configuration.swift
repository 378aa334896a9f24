import FoundationEssentials
import Glibc
import TestHost
import ValidationModel

/// The file `lv2val.json`: which checks a project skips, and why.
///
///     { "skip": [ { "check": "rt.*", "plugin": "http://example.org/*", "reason": "offline use only" } ] }
package struct Configuration: Decodable {
  package struct Skip: Decodable {
    /// An id or a glob.
    package var check: String
    /// A URI or a glob; every plug-in where nil.
    package var plugin: String?
    package var reason: String
  }

  /// The name of the file, beside the bundle or in a directory above.
  package static let fileName = "lv2val.json"

  package var skip: [Skip] = []

  package init() {}

  private enum Key: String, CodingKey, CaseIterable { case skip }

  package init(from decoder: any Decoder) throws {
    skip = try decoder.container(keyedBy: Key.self).decodeIfPresent([Skip].self, forKey: .skip) ?? []
  }

  /// The reason for which a check of a plug-in (or of a bundle, without URI) is skipped; nil where it is not.
  package func reason(for check: CheckID, plugin uri: String?) -> String? {
    skip.first { entry in
      guard Selection.matches(entry.check, check.rawValue) else { return false }
      guard let pattern = entry.plugin else { return true }
      return uri.map { Selection.matches(pattern, $0) } ?? false
    }?.reason
  }

  /// The configuration that holds for a bundle: the file in its directory or the nearest one above.
  ///
  /// - Throws: `UsageError` for a file that cannot be read, is not JSON, or names a check that is none.
  package static func find(for bundlePath: String) throws(UsageError) -> Configuration {
    var directory = bundlePath
    while let slash = directory.lastIndex(of: "/") {
      directory = String(directory[..<slash])
      let path = "\(directory)/\(fileName)"
      if access(path, F_OK) == 0 { return try read(path) }
    }
    return Configuration()
  }

  private static func read(_ path: String) throws(UsageError) -> Configuration {
    let configuration: Configuration
    do {
      configuration = try JSONDecoder().decode(Configuration.self, from: Data(contentsOf: URL(filePath: path)))
    } catch let error as DecodingError {
      throw UsageError("\(path): \(describe(error))")
    } catch {
      throw UsageError("\(path) cannot be read")
    }
    for entry in configuration.skip {
      guard CheckID.allCases.contains(where: { Selection.matches(entry.check, $0.rawValue) }) else {
        throw UsageError("\(path): no check is called '\(entry.check)'; 'lv2val checks' lists them")
      }
      guard !entry.reason.isEmpty else { throw UsageError("\(path): '\(entry.check)' is skipped without a reason") }
    }
    return configuration
  }

  private static func describe(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "'\(key.stringValue)' is missing\(position(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): "a value of the wrong type\(position(context))"
    default: "not a JSON document"
    }
  }

  private static func position(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? "" : " at \(path)"
  }
}
