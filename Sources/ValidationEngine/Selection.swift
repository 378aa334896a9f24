import Checks
import Glibc
import ValidationModel

/// Which checks are run, out of the catalogue.
package struct Selection {
  /// Ids and globs; nothing means all.
  package var only: [String] = []
  /// Ids and globs.
  package var skip: [String] = []

  /// The ids that `--only` leaves, in the catalogue's order; what `--skip` names is still among them.
  package var ids: [CheckID] {
    Catalogue.all.map { $0.id }.filter { id in only.isEmpty || only.contains { Selection.matches($0, id.rawValue) } }
  }

  /// Whether `--skip` names this check.
  package func skips(_ id: CheckID) -> Bool { skip.contains { Selection.matches($0, id.rawValue) } }

  /// The first pattern that fits no check; nil where all do.
  package var unknownPattern: String? {
    (only + skip).first { pattern in !Catalogue.all.contains { Selection.matches(pattern, $0.id.rawValue) } }
  }

  /// Whether a glob fits a text, as the shell's do.
  package static func matches(_ pattern: String, _ text: String) -> Bool { fnmatch(pattern, text, 0) == 0 }
}
