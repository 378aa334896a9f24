import Coverage
import Model
import TestHost

/// The functions of each library that ran in the children of a run. All plug-ins of the library and all repetitions of the
/// run share it.
package final class CoverageRecord {
  private let analysis = CoverageAnalysis()
  private var ran: [String: RanFunctions] = [:]

  package init() {}

  /// The functions of a library that ran so far.
  subscript(library: String) -> RanFunctions {
    get { ran[library] ?? RanFunctions() }
    set { ran[library] = newValue }
  }

  /// Nil if no function of the library is known to have run.
  func coverage(_ library: String) -> LibraryCoverage? {
    ran[library].flatMap { analysis.coverage(of: library, ran: $0) }
  }
}
