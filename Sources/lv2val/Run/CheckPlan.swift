import LV2Checks

/// How the checks of a plug-in are put into child processes.
enum CheckPlan {
  /// The most checks that share a child: enough to save processes, few enough to keep all cores busy to the end.
  static let batch = 8

  /// The ids in batches, one a child: those that may share one together, the others alone.
  static func batches(_ ids: [CheckID]) -> [[CheckID]] {
    let plugin = ids.compactMap { Catalogue.check($0) as? any PluginCheck.Type }
    let shared = plugin.filter { $0.isolation == .shared }.map { $0.id }
    let own = plugin.filter { $0.isolation == .own }.map { [$0.id] }
    let count = (shared.count + batch - 1) / batch
    let batches = (0..<count).map { part in
      Array(shared[shared.count * part / count..<shared.count * (part + 1) / count])
    }
    return batches + own
  }
}
