import LV2Host
import Model
import Support
import TestHost

extension StateContract {
  /// What is done with an instance, to count the paths that it does not free.
  private enum Use: String, CaseIterable {
    case both = "restore(), save() and cleanup()"
    case restore = "restore() and cleanup()"
    case save = "save() and cleanup()"
  }

  /// Paths from the host that the plug-in does not free in any cycle but the first, which can allocate data that it keeps.
  static func unfreedFinding(
    _ state: StateSnapshot, _ routes: [FileRoute], _ folder: TemporaryFolder, _ file: String, _ context: PluginContext
  ) throws -> Finding? {
    for use in Use.allCases {
      CrashRecord.note(activity: "\(use.rawValue), counting paths that are not freed")
      let unfreed = try (0..<3).map { _ in try unfreedPaths(after: use, state, routes, folder, file, context) }
      guard let count = unfreed.dropFirst().min(), count > 0 else { continue }
      return finding(
        .unfreedPaths,
        "After \(use.rawValue), \(count.counted("path")) from abstract_path(), absolute_path() or "
          + "state:makePath \(count == 1 ? "is" : "are") not freed.", count: count, call: "cleanup()",
        seed: context.seed)
    }
    return nil
  }

  private static func unfreedPaths(
    after use: Use, _ state: StateSnapshot, _ routes: [FileRoute], _ folder: TemporaryFolder, _ file: String,
    _ context: PluginContext
  ) throws -> Int {
    guard let instance = try context.statefulInstance(folder) else { return 0 }
    // The default state can contain paths.
    let before = AllocationLedger.transferredCount
    instance.activate()
    if use != .save {
      instance.restore(state)
      // Also the paths that the plug-in requests but did not save.
      for case .key(let key) in routes where state.properties[key] == nil {
        FileRoute.key(key).request(file, of: instance)
      }
    } else {
      for case .parameter(let uri) in routes {
        instance.prepareAtoms()
        FileRoute.parameter(uri).request(file, of: instance)
        instance.run(instance.configuration.maximumBlockLength)
      }
    }
    instance.settle()
    if use != .restore { _ = instance.save() }
    instance.deactivate()
    instance.cleanup()
    return AllocationLedger.transferredCount - before
  }
}
