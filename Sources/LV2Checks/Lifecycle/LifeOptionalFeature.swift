import LV2Host

enum LifeOptionalFeature: PluginCheck {
  static let id = CheckID.lifeOptionalFeature
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
    var bare = RigSetup(context)
    bare.features = .only(required(by: context.plugin))
    do {
      BlackBox.note(stage: "only the required features offered")
      let found = try trespasses(context, bare)
      if found.isEmpty { return .passed }
      BlackBox.note(stage: "")
      // What it does with every feature too is for audio.overrun and its like to tell.
      return .findings(try trespasses(context, RigSetup(context)).isEmpty ? found : [])
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
  private static func trespasses(_ context: PluginContext, _ setup: RigSetup) throws(HostError) -> [Finding] {
    let rig = try Rig(context, setup)
    rig.activate()
    rig.watch = .buffers
    let ports = try GuardedPorts(rig, frames: rig.configuration.maximumBlockLength, placement: .end)
    var found: [Trespass] = []
    found.add(
      ports.trespasses(blocks: blocks, seed: context.seed) { frames in
        rig.run(frames)
        return true
      })
    return found.compactMap { trespass in
      guard !trespass.isInside, let port = context.plugin.ports.first(where: { $0.index == trespass.port }) else {
        return nil
      }
      let verb = trespass.access == .read ? "reads" : "writes"
      return finding(
        .error,
        "Where only the required features are offered, it \(verb) \(trespass.place) of port \(port.index), "
          + "\(port.symbol).",
        count: trespass.count, call: "run()", block: trespass.block, seed: context.seed,
        backtrace: trespass.stack.isEmpty ? nil : trespass.stack.symbolised())
    }
  }
}
