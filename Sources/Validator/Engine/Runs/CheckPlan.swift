import Checks
import Model
import Support

/// How the checks of a plug-in are distributed to child processes, in four stages. Each stage waits for the one before.
///
/// The results of the first two stages prevent the same fault from being reported many times.
struct CheckPlan {
  enum Stage: Int {
    /// The description, and whether the library can be loaded.
    case description
    /// The library, and whether the plug-in can be instantiated.
    case library
    case instance
    /// Each user interface.
    case interface
  }

  /// The maximum number of checks in one child: enough to save processes, few enough to keep all cores busy to the end.
  private static let batch = 16

  private let checks: [any PluginCheck.Type]
  private let interfaceChecks: [any InterfaceCheck.Type]

  /// - Parameter seed: the seed of a random order; nil for the order of the catalogue.
  init(_ ids: [CheckID], shuffledBy seed: UInt32? = nil) {
    var generator = SplitMix64(seed: UInt64(seed ?? 0))
    let all = ids.compactMap { Catalogue.check($0) }
    let ordered = seed == nil ? all : all.shuffled(using: &generator)
    checks = ordered.compactMap { $0 as? any PluginCheck.Type }
    interfaceChecks = ordered.compactMap { $0 as? any InterfaceCheck.Type }
  }

  /// The checks that load the library for the first time.
  var loading: [CheckID] { ids(.loading) }

  /// The checks of a stage, divided into one list for each child.
  func batches(_ stage: Stage) -> [[CheckID]] {
    switch stage {
    case .description:
      // Loading comes last: until then, nothing of the plug-in is in the process.
      let shared = ids(.description, .shared) + loading
      return (shared.isEmpty ? [] : [shared]) + ids(.description, .own).map { [$0] }
    case .library:
      // The batch is necessary even without checks: it tries to instantiate the plug-in.
      return [ids(.library)]
    case .instance:
      let shared = ids(.instance, .shared)
      let count = (shared.count + Self.batch - 1) / Self.batch
      var batches = (0..<count).map { part in
        Array(shared[shared.count * part / count..<shared.count * (part + 1) / count])
      }
      // Each batch has room for one check at its beginning and for one at its end.
      for (index, id) in ids(.instance, .first).enumerated() {
        if index < count { batches[index].insert(id, at: 0) } else { batches.append([id]) }
      }
      for (index, id) in ids(.instance, .last).enumerated() {
        if index < count { batches[index].append(id) } else { batches.append([id]) }
      }
      return ids(.instance, .own).map { [$0] } + batches
    case .interface:
      func ids(_ isolation: CheckIsolation) -> [CheckID] {
        interfaceChecks.filter { $0.isolation == isolation }.map { $0.id }
      }
      // Each process has an X server, and loads the toolkit. These three take about the same time.
      let (first, shared) = (ids(.first), ids(.shared))
      let part = shared.count * 3 / 4
      let openings = ids(.own) + ids(.series)
      let early = Array(first.prefix(1) + shared.prefix(part))
      let late = Array(first.dropFirst() + shared.dropFirst(part)) + ids(.last)
      return [openings, early, late].filter { !$0.isEmpty }
    }
  }

  /// The checks with a process of their own, which they do not need if they have nothing to examine.
  var candidates: [CheckID] { ids(.instance, .own) }

  func ids(from stage: Stage) -> [CheckID] {
    (stage.rawValue...Stage.interface.rawValue).compactMap(Stage.init).flatMap(batches).flatMap(\.self)
  }

  private func ids(_ depth: CheckDepth, _ isolation: CheckIsolation? = nil) -> [CheckID] {
    checks.filter { $0.depth == depth && $0.isolation == isolation ?? $0.isolation }.map { $0.id }
  }
}
