import LV2Checks

/// A bundle to validate, and which of its plug-ins.
struct ResolvedTarget {
  /// Absolute, with a slash at its end.
  var bundle: String
  var plugins: [DiscoveredBundle.Plugin]
  /// Whether the bundle's files are to be checked too.
  var includesFiles = true
  /// What reading the bundle has shown already.
  var findings: [Finding] = []
  var faults: [String] = []
}
