import Checks
import ValidationModel

/// How the checks of a plug-in are put into child processes, in three stages that wait for one another.
///
/// What the first two find out saves the later ones from reporting the same fault again and again.
package struct CheckPlan {
  package enum Stage: Int {
    /// The description, and whether the library can be loaded.
    case description
    /// The library, and whether an instance can be had.
    case library
    /// Everything else.
    case instance
  }

  /// The most checks that share a child: enough to save processes, few enough to keep all cores busy to the end.
  private static let batch = 8

  private let checks: [any PluginCheck.Type]

  package init(_ ids: [CheckID]) {
    checks = ids.compactMap { Catalogue.check($0) as? any PluginCheck.Type }
  }

  /// The ids of a stage in batches, one a child: those that may share one together, the others alone.
  package func batches(_ stage: Stage) -> [[CheckID]] {
    switch stage {
    case .description:
      // Loading comes last: nothing of the plug-in is in the process until then.
      let described = checks.filter { $0.depth == .description }
      let shared = described.filter { $0.isolation == .shared }.map { $0.id } + ids { $0 == .binaryLoad }
      return (shared.isEmpty ? [] : [shared]) + described.filter { $0.isolation == .own }.map { [$0.id] }
    case .library:
      // Without checks too: an instance is tried.
      return [checks.filter { $0.depth == .library && $0.id != .binaryLoad }.map { $0.id }]
    case .instance:
      let instance = checks.filter { $0.depth == .instance }
      let shared = instance.filter { $0.isolation == .shared }.map { $0.id }
      let own = instance.filter { $0.isolation == .own }.map { [$0.id] }
      let count = (shared.count + Self.batch - 1) / Self.batch
      return own
        + (0..<count).map { part in
          Array(shared[shared.count * part / count..<shared.count * (part + 1) / count])
        }
    }
  }

  /// The ids of a stage and all after it.
  package func ids(from stage: Stage) -> [CheckID] {
    (stage.rawValue...Stage.instance.rawValue).compactMap(Stage.init).flatMap(batches).flatMap(\.self)
  }

  private func ids(_ isIncluded: (CheckID) -> Bool) -> [CheckID] {
    checks.map { $0.id }.filter(isIncluded)
  }
}
