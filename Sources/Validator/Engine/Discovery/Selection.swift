import Checks
import Glibc
import Model

/// The checks to run, out of the catalogue.
package struct Selection {
  /// Ids and globs; empty for all checks.
  package var only: [String] = []
  package var skip: [String] = []

  package init() {}

  /// The checks that `--only` selects, in the order of the catalogue, including those that `--skip` names.
  package var ids: [CheckID] {
    Catalogue.all.map { $0.id }.filter { id in only.isEmpty || only.contains { Selection.matches($0, id.rawValue) } }
  }

  package func skips(_ id: CheckID) -> Bool { skip.contains { Selection.matches($0, id.rawValue) } }

  /// The first pattern that matches no check; nil if all match.
  package var unknownPattern: String? {
    (only + skip).first { pattern in !Catalogue.all.contains { Selection.matches(pattern, $0.id.rawValue) } }
  }

  static func matches(_ pattern: String, _ text: String) -> Bool { fnmatch(pattern, text, 0) == 0 }
}
