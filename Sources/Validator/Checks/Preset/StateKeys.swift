import LV2Host
import Support
import TestHost

/// Compares the keys in the state of presets, and in the default state, with those that restore() requests.
enum StateKeys {
  /// The faults of presets, each with the presets that have it.
  static func faults(of presets: [HostedPreset], _ context: PluginContext) throws -> [(PresetFault, [String])] {
    let written = presets.filter { $0.propertyCount > 0 }.map { ($0, keys(of: $0.uri, context.turtle)) }
    guard written.contains(where: { !$0.1.isEmpty }), let requested = try requestedKeys(presets, context) else {
      return []
    }
    var labels: [String: [String]] = [:]
    for (preset, keys) in written {
      for key in keys.subtracting(requested) { labels[key, default: []].append("'\(preset.label)'") }
    }
    return labels.sorted { $0.key < $1.key }.map { (fault(key: $0.key), $0.value) }
  }

  static func faultsOfDefaultState(_ context: PluginContext) throws -> [PresetFault] {
    let keys = keys(of: context.plugin.uri, context.turtle)
    guard !keys.isEmpty, let requested = try requestedKeys([], context) else { return [] }
    return keys.subtracting(requested).sorted().map(fault)
  }

  private static func fault(key: String) -> PresetFault {
    PresetFault(
      message: .unrequestedKey, subject: key,
      clause: "has a value of <\(key)> in its state, a key that restore() never requests; the value is lost")
  }

  /// The keys in the state:state of a preset or a plug-in.
  private static func keys(of uri: String, _ turtle: BundleTurtle) -> Set<String> {
    let predicates = turtle.objects(.uri(uri), URI.State.state).flatMap(turtle.statements(about:)).map(\.predicate)
    return Set(predicates).subtracting([URI.type, URI.label, URI.comment, URI.seeAlso])
  }

  /// The keys that restore() requests with any of the presets, the default state and an empty state; nil without a state
  /// interface.
  private static func requestedKeys(_ presets: [HostedPreset], _ context: PluginContext) throws -> Set<String>? {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulInstance(folder) else { return nil }
    CrashRecord.note(activity: "restore() with each preset, to see the keys that it requests")
    instance.activate()
    instance.restore(StateSnapshot())
    for preset in presets + [context.defaultState].compactMap(\.self)
    where preset.propertyCount > 0 && !instance.isWorkSlow {
      InstanceUnderTest.noted("restore") { preset.restore(into: instance.hosted) }
      instance.settle()
    }
    return instance.hosted.requestedKeys
  }
}
