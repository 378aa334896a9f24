import LV2Host
import TestHost
import ValidationModel

enum LifeOptionalFeature: PluginCheck {
  static let id: CheckID = "life.optional-feature"
  static let text = CheckText(
    asserts: "It works with the required features only.",
    rule: "A plug-in works without its optional features",
    source: "lv2core: lv2:optionalFeature, lv2:requiredFeature",
    method:
      "Instantiates with an array that holds the required features and nothing else (the options too where they come with "
      + "a required bufsz:boundedBlockLength or an opts:requiredOption), and runs noise through it; the buffers end at "
      + "inaccessible pages, since a plug-in that cannot map URIs may take a port for another kind.",
    remedy: "Look features up and do without those that are missing, or require them.",
    severities: [.error])

  private static let blocks = 8

  static func run(in context: PluginContext) throws -> CheckOutcome {
    var bare = InstanceSetup(context)
    bare.features = .only(required(by: context.plugin))
    do {
      CrashRecord.note(activity: "only the required features offered")
      let found = try accesses(context, bare)
      if found.isEmpty { return .passed }
      CrashRecord.note(activity: "")
      // What it does with every feature too is for audio.overrun and its like to tell.
      return .findings(try accesses(context, InstanceSetup(context)).isEmpty ? found : [])
    } catch HostError.notInstantiated {
      let optional = context.plugin.optionalFeatures.sorted().joined(separator: ", ")
      let detail = optional.isEmpty ? "It declares no feature" : "It declares \(optional) optional"
      return .findings([
        finding(
          .error, "\(detail), but instantiate() returns NULL where only the required ones are offered.",
          call: "instantiate()")
      ])
    }
  }

  /// The required features, and the options where they are owed: with bounds of the block length come the options that
  /// tell them, says buf-size.meta.ttl.
  private static func required(by plugin: PluginDescription) -> Set<String> {
    let bounds: Set = [URI.BufSize.boundedBlockLength, URI.BufSize.fixedBlockLength]
    guard plugin.requiredFeatures.isDisjoint(with: bounds), plugin.requiredOptions.isEmpty else {
      return plugin.requiredFeatures.union([URI.Options.options])
    }
    return plugin.requiredFeatures
  }

  /// What a plug-in with these features accesses beyond its ports' buffers.
  private static func accesses(_ context: PluginContext, _ setup: InstanceSetup) throws(HostError) -> [Finding] {
    let instance = try InstanceUnderTest(context, setup)
    instance.activate()
    instance.watch = .buffers
    let ports = try GuardedPorts(instance, frames: instance.configuration.maximumBlockLength, placement: .end)
    var found: [OutOfBoundsAccess] = []
    found.add(
      ports.accesses(blocks: blocks, seed: context.seed) { frames in
        instance.run(frames)
        return true
      })
    return found.compactMap { access in
      guard !access.isInside, let port = context.plugin.ports.first(where: { $0.index == access.port }) else {
        return nil
      }
      let verb = access.access == .read ? "reads" : "writes"
      return finding(
        .error,
        "Where only the required features are offered, it \(verb) \(access.place) of port \(port.index), "
          + "\(port.symbol).",
        count: access.count, call: "run()", block: access.block, seed: context.seed,
        backtrace: access.stack.isEmpty ? nil : access.stack.symbolised())
    }
  }
}
