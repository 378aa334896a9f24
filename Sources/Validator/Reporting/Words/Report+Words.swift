import Model
import Support

extension Summary {
  /// Such as `1 error, 0 warnings, 2 notes`.
  var counts: String {
    Severity.allCases.reversed().map { count($0).counted($0.rawValue) }.joined(separator: ", ")
  }

  /// The checks whose result is missing for other reasons than the description of the plug-in; nil if there are none.
  var preventedChecks: String? { prevented > 0 ? "\(prevented.counted("check")) did not run to the end" : nil }
}

extension Report {
  static let interruption = "The run was interrupted: the report is incomplete."

  /// Why the report is incomplete, as sentences: failures of the validator, checks that could not run, an interruption.
  var troubles: [String] { faults + unchecked + (interrupted ? [Report.interruption] : []) }

  /// What the verdict covers, as sentences: which plug-ins had a file or were examined for a shorter time than usual, and
  /// how many functions of each library ran.
  var scope: [String] {
    bundles.flatMap { bundle in
      bundle.plugins.flatMap { plugin in plugin.remarks.map { "\(plugin.uri): \($0)" } }
        + (bundle.coverage ?? []).map { "\(bundle.path): \($0.count)." }
    }
  }

  /// The checks that could not run because of lv2val or the machine, as sentences.
  var unchecked: [String] {
    obstacles.map { reason, checks in
      "\(checks.map(\.rawValue).listed(atMost: 4, "check")) could not run: \(reason)."
    }
  }
}

extension PluginReport {
  var title: String { "\(name) <\(uri)>" }
}
