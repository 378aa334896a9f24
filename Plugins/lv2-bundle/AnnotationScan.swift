import Foundation
import PackagePlugin

/// Finds functions that run an effect without the annotations with which the compiler refuses allocations and locks.
struct AnnotationScan {
  private static let annotations = ["@_noAllocation", "@_noLocks"]

  private let files: [URL]

  init(_ product: LibraryProduct) {
    files = product.targets.compactMap { $0 as? SwiftSourceModuleTarget }.flatMap { target in
      target.sourceFiles(withSuffix: "swift").map(\.url)
    }
  }

  func run() throws {
    let errors = try files.flatMap { file in
      Self.violations(in: try String(contentsOf: file, encoding: .utf8)).map { line, missing in
        "\(file.path):\(line): the function that calls Instance.run has no \(missing.joined(separator: " and no ")); "
          + "add #if hasFeature(Embedded), @_noAllocation @_noLocks and #endif before it"
      }
    }
    guard errors.isEmpty else { throw Failure(lines: errors) }
  }

  /// The line of each call of `Instance<E>.run` in a function that lacks annotations, with these.
  static func violations(in source: String) -> [(line: Int, missing: [String])] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return lines.indices.compactMap { call in
      guard lines[call].contains("Instance<"), lines[call].contains(">.run("), !lines[call].hasPrefix("//"),
        let function = lines[...call].lastIndex(where: { $0.contains("func ") })
      else { return nil }
      let head = lines[..<function].reversed().prefix { $0.hasPrefix("@") || $0.hasPrefix("#") || $0.hasPrefix("//") }
      let text = (head.filter { !$0.hasPrefix("//") } + [lines[function]]).joined(separator: " ")
      let missing = annotations.filter { !text.contains($0) }
      return missing.isEmpty ? nil : (call + 1, missing)
    }
  }
}
