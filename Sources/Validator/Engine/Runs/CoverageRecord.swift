import Coverage
import Model
import TestHost

/// The functions that ran in the children of a run, for each plug-in. All repetitions of the run share it.
package final class CoverageRecord {
  private struct Key: Hashable {
    let bundle: String
    let plugin: String
  }

  private let analysis = CoverageAnalysis()
  private var ran: [Key: RanFunctions] = [:]

  package init() {}

  /// The functions of a plug-in's library that ran in earlier children.
  subscript(bundle: String, plugin: ResolvedTarget.Plugin) -> RanFunctions {
    get { ran[Key(bundle: bundle, plugin: plugin.uri)] ?? RanFunctions() }
    set { ran[Key(bundle: bundle, plugin: plugin.uri)] = newValue }
  }

  /// Nil if no function of the library is known to have run.
  func coverage(_ bundle: String, _ plugin: ResolvedTarget.Plugin) -> [LibraryCoverage]? {
    guard let library = plugin.library else { return nil }
    return analysis.coverage(of: library, ran: self[bundle, plugin]).map { [$0] }
  }
}
