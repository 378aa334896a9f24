import Checks
import FoundationEssentials
import Glibc
import Model
import Support
import TestHost

/// The file `lv2val.json`: the checks that a project skips, and why, and the options of its runs.
///
///     { "skip": [ { "check": "rt.*", "plugin": "http://example.org/*", "reason": "offline use only" } ],
///       "options": { "fail-on": "warning", "rates": [44100, 96000], "randomize": true } }
package struct ProjectConfiguration: Decodable {
  struct Skip: Decodable {
    /// An id or a glob.
    var check: String
    /// A URI or a glob; nil for every plug-in.
    var plugin: String?
    var reason: String
  }

  /// The name of the file, which is beside the bundle or in a directory above.
  static let fileName = "lv2val.json"

  private enum CodingKeys: String, CodingKey, CaseIterable { case skip, options }

  var skip: [Skip]?
  private var options: [String: OptionValue]?

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
  /// - Throws: `UsageError` for a file that cannot be read, is not JSON, has an unknown member, or names an unknown check.
  static func find(for bundlePath: String) throws(UsageError) -> ProjectConfiguration {
    var directory = bundlePath
    while let slash = directory.lastIndex(of: "/") {
      directory = String(directory[..<slash])
      let path = "\(directory)/\(fileName)"
      if access(path, F_OK) == 0 { return try read(path) }
    }
    return ProjectConfiguration()
  }

  /// The options by name, with their values as on the command line: from the nearest file at or above the working
  /// directory.
  ///
  /// - Throws: `UsageError` for an invalid file.
  package static func options() throws(UsageError) -> [String: [String]] {
    guard let directory = resolvedPath(".") else { return [:] }
    return try find(for: directory + "/").options?.mapValues(\.words) ?? [:]
  }

  private static func read(_ path: String) throws(UsageError) -> ProjectConfiguration {
    let configuration: ProjectConfiguration
    let unknown: String?
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      let names = try JSONDecoder().decode([String: AnyValue].self, from: data).keys
      unknown = names.sorted().first { CodingKeys(rawValue: $0) == nil }
      configuration = try JSONDecoder().decode(ProjectConfiguration.self, from: data)
    } catch let error as DecodingError {
      throw UsageError("\(path): \(describe(error))")
    } catch {
      throw UsageError("\(path) cannot be read")
    }
    if let unknown {
      let members = CodingKeys.allCases.map { "'\($0.rawValue)'" }.listed()
      throw UsageError("\(path): unknown member '\(unknown)'; the members are \(members)")
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

/// A value of any kind.
private struct AnyValue: Decodable {
  init(from decoder: any Decoder) {}
}

/// A string, a number, true or false, or a list of these, which stands for the values separated by commas.
private enum OptionValue: Decodable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([OptionValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([OptionValue].self))
    }
  }

  /// The values of an option; one, unless it is a list of strings.
  var words: [String] {
    switch self {
    case .text(let text): [text]
    case .number(let number): [Int(exactly: number).map(String.init) ?? "\(number)"]
    case .flag(let flag): [flag ? "1" : "0"]
    case .list(let values): [values.flatMap(\.words).joined(separator: ",")]
    }
  }
}
