import ValidationModel

/// A bundle to validate, and which of its plug-ins.
package struct ResolvedTarget {
  /// Absolute, with a slash at its end.
  package var bundle: String
  package var plugins: [DiscoveredBundle.Plugin]
  /// Whether the bundle's files are to be checked too.
  package var includesFiles = true
  /// What reading the bundle has shown already.
  package var findings: [Finding] = []
  package var faults: [String] = []
}
