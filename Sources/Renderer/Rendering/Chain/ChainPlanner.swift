import LV2Host
import Performing
import Support

/// Derives the plan of a chain from a request. Errors are one line for the user.
struct ChainPlanner {
  /// The largest block length with automation, in frames: 0.7 ms at 96 kHz.
  static let automationStep = 64
  /// The length of a slot in frames, unless a block is longer.
  private static let slotLength = 8192

  private let rate: Int
  /// Whether MIDI messages are played to the chain.
  private let isPlayed: Bool
  private let world: World
  /// The plug-ins that replace installed ones with the same URIs.
  private let replacement: World?
  private let map = URIDMap()

  /// Reads the bundles on `LV2_PATH` and plans the chain. A chain without plug-ins needs no bundles.
  ///
  /// - Throws: `RenderError.usage`, or `input` for a breakpoint file.
  static func plan(_ request: RenderRequest, _ inputs: RenderInputs) throws(RenderError) -> ChainPlan {
    var stages: [ChainPlan.Stage] = []
    if !request.plugins.isEmpty {
      let planner = try ChainPlanner(request, inputs)
      for plugin in request.plugins {
        let keys = stages.isEmpty ? inputs.sideChainChannels : 0
        stages.append(try planner.stage(plugin, channels: stages.last?.channelCount ?? inputs.mainChannels, keys: keys))
      }
    }
    let performance = inputs.performance
    let receivers = stages.map(\.plugin).filter { $0.receives(URI.MIDI.event) }
    let followers = stages.map(\.plugin).filter { $0.receives(URI.Time.position) }
    // A MIDI file can be the tempo map of an effect.
    if performance.hasMessages, receivers.isEmpty, request.notes != nil || followers.isEmpty {
      throw .usage(
        "No plug-in of the chain receives MIDI; --midi and --notes need an instrument or another one that does.")
    }
    let block = stages.allSatisfy(\.automation.isEmpty) ? request.blockLength : min(request.blockLength, automationStep)
    for stage in stages where stage.plugin.requiresPowerOf2BlockLength && block.nonzeroBitCount != 1 {
      throw .usage("\(stage.plugin.name) requires a block length that is a power of two, not \(block); use --block.")
    }
    return ChainPlan(
      stages: stages, rate: inputs.rate, blockLength: block, slotLength: max(1, slotLength / block) * block,
      inputChannels: inputs.channels, performance: performance)
  }

  private init(_ request: RenderRequest, _ inputs: RenderInputs) throws(RenderError) {
    rate = inputs.rate
    isPlayed = inputs.performance.hasMessages
    do { world = try World() } catch { throw .internal("\(error)") }
    do { replacement = try request.replacement.map { try World(bundles: [$0]) } } catch { throw .usage("\(error)") }
    guard let replacement, let path = request.replacement else { return }
    guard request.plugins.contains(where: { replacement.pluginURIs.contains($0.uri) }) else {
      throw .usage("\(path) has no plug-in of the chain.")
    }
  }

  /// The world with the plug-in that has a URI.
  private func world(of uri: String) -> World {
    if let replacement, replacement.pluginURIs.contains(uri) { replacement } else { world }
  }

  /// - Parameters:
  ///   - channels: of the main input.
  ///   - keys: channels of the side chain, which follow them.
  private func stage(_ request: RenderRequest.Plugin, channels: Int, keys: Int) throws(RenderError) -> ChainPlan.Stage {
    let plugin: PluginDescription
    do { plugin = try world(of: request.uri).description(of: request.uri) } catch {
      let nearest = Suggestion.nearest(to: request.uri, among: world.pluginURIs)
      throw .usage("\(error)" + (nearest.map { ": did you mean \($0)?" } ?? ""))
    }
    let missing = HostFeatures.missing(for: plugin)
    guard missing.isEmpty else {
      throw .usage(
        "\(plugin.name) requires features that lv2render does not support: \(missing.joined(separator: ", "))")
    }
    var stage = try route(plugin, channels: channels)
    if keys > 0 { try routeSideChain(keys, after: channels, to: &stage) }
    if let preset = request.preset {
      try apply(preset, to: &stage)
    } else if let path = request.state {
      try apply(state: path, to: &stage)
    } else if plugin.hasDefaultState {
      stage.state = ChainPlan.SavedState(source: .plugin, bundles: [plugin.bundlePath])
    }
    for setting in request.settings { try apply(setting, to: &stage) }
    return stage
  }

  /// Assigns channels to the input ports of one or more instances.
  ///
  /// Main inputs come first. A side chain receives a channel only if the number of channels equals the number of all
  /// inputs and nothing else fits. It never receives the second of two channels, which would remove the right half of a
  /// stereo file.
  private func route(_ plugin: PluginDescription, channels: Int) throws(RenderError) -> ChainPlan.Stage {
    let outputs = plugin.ports(.audio, .output).map(\.index)
    let all = plugin.ports(.audio, .input)
    let main = all.filter { !$0.isSideChain }
    let isOptional = { (rest: ArraySlice<PortDescription>) in rest.allSatisfy(\.isConnectionOptional) }
    guard !outputs.isEmpty else { throw .usage("\(plugin.name) has no audio output.") }
    let (inputs, instances): ([PortDescription], [[Int]])
    switch (main.count, channels) {
    case (0, 0): (inputs, instances) = ([], [[]])
    case (0, _):
      throw .usage("\(plugin.name) has no audio input; it must be the first plug-in of a chain without input files.")
    // Instruments can have inputs, which are then silent.
    case (_, 0) where isPlayed && plugin.receives(URI.MIDI.event): (inputs, instances) = ([], [[]])
    case (_, 0): throw .usage("\(plugin.name) requires an input: a file, --tone or --noise.")
    case (channels, _): (inputs, instances) = (main, [Array(0..<channels)])
    case (1, _) where outputs.count == 1: (inputs, instances) = (main, (0..<channels).map { [$0] })
    case (2..., 1) where isOptional(main[2...]) && (outputs.count > 1 || !isOptional(main[1...])):
      (inputs, instances) = (Array(main[..<2]), [[0, 0]])
    case (channels..., _) where isOptional(main[channels...]):
      (inputs, instances) = (Array(main[..<channels]), [Array(0..<channels)])
    case (2..., all.count): (inputs, instances) = (main + all.filter(\.isSideChain), [Array(0..<channels)])
    default:
      throw .usage(
        "\(plugin.name) has \(main.count.counted("audio input")), but its input has \(channels.counted("channel")).")
    }
    return ChainPlan.Stage(
      plugin: plugin, instances: instances, inputPorts: inputs.map(\.index), outputPorts: outputs, controls: [:],
      automation: [:], state: nil)
  }

  /// Feeds all side-chain inputs of all instances from one channel, or each from a channel of its own.
  private func routeSideChain(_ keys: Int, after channels: Int, to stage: inout ChainPlan.Stage) throws(RenderError) {
    let ports = stage.plugin.ports(.audio, .input).filter(\.isSideChain).map(\.index)
    let name = stage.plugin.name
    guard !ports.isEmpty else { throw .usage("\(name) has no side-chain input for --side-chain.") }
    guard keys == 1 || keys == ports.count else {
      throw .usage(
        "\(name) has \(ports.count.counted("side-chain input")), but the file of --side-chain has "
          + "\(keys.counted("channel")).")
    }
    stage.inputPorts = stage.inputPorts.filter { !ports.contains($0) } + ports
    for index in stage.instances.indices {
      stage.instances[index] += ports.indices.map { channels + (keys == 1 ? 0 : $0) }
    }
  }

  private func apply(_ name: String, to stage: inout ChainPlan.Stage) throws(RenderError) {
    let plugin = stage.plugin
    let world = world(of: plugin.uri)
    do {
      let presets = try world.presets(of: plugin.uri)
      guard let found = presets.first(where: { $0.label == name || $0.uri == name }) else {
        throw RenderError.usage(
          "\(plugin.name) has no preset '\(name)'" + Suggestion.text(for: name, among: presets.map(\.label)))
      }
      let preset = try world.preset(found.uri, map: map)
      apply(preset.portValues, to: &stage)
      if preset.propertyCount > 0 {
        stage.state = ChainPlan.SavedState(
          source: .preset(found.uri), bundles: [plugin.bundlePath] + (found.bundlePath.map { [$0] } ?? []))
      }
    } catch { throw .usage("\(error)") }
  }

  private func apply(state path: String, to stage: inout ChainPlan.Stage) throws(RenderError) {
    guard let (file, processor) = ArdourSession.parts(of: path) else { return try apply(stateAt: path, to: &stage) }
    let settings = try ArdourSession(file).settings(of: stage.plugin.uri, stage.plugin.name, named: processor)
    if let folder = settings.stateFolder { try apply(stateAt: folder, to: &stage) }
    apply(settings.controls, to: &stage)
  }

  private func apply(stateAt path: String, to stage: inout ChainPlan.Stage) throws(RenderError) {
    let state: HostedPreset
    do { state = try world(of: stage.plugin.uri).state(at: path, map: map) } catch { throw .usage("\(error)") }
    guard state.pluginURI == stage.plugin.uri else {
      throw .usage("\(path) is a state of \(state.pluginURI ?? "another plug-in"), not of \(stage.plugin.name).")
    }
    apply(state.portValues, to: &stage)
    if state.propertyCount > 0 {
      stage.state = ChainPlan.SavedState(source: .file(path), bundles: [stage.plugin.bundlePath])
    }
  }

  private func apply(_ values: [String: Float], to stage: inout ChainPlan.Stage) {
    for (symbol, value) in values {
      if let port = stage.plugin.port(symbol: symbol), port.kind == .control, port.isInput {
        stage.controls[port.index] = value
      }
    }
  }

  private func apply(_ setting: ControlAssignment, to stage: inout ChainPlan.Stage) throws(RenderError) {
    let plugin = stage.plugin
    let controls = plugin.ports.filter { ($0.kind == .control || $0.kind == .cv) && $0.isInput }
    guard let port = controls.first(where: { $0.symbol == setting.symbol }) else {
      throw .usage(
        "\(plugin.name) has no control '\(setting.symbol)'"
          + Suggestion.text(for: setting.symbol, among: controls.map(\.symbol)))
    }
    if let value = Float(setting.text) ?? port.scalePoints.first(where: { $0.label == setting.text })?.value {
      try check(value, port, plugin)
      stage.controls[port.index] = value
      stage.automation[port.index] = nil
    } else {
      let automation = try automation(setting, plugin)
      for point in automation.points { try check(point.value, port, plugin) }
      stage.automation[port.index] = automation
    }
  }

  private func automation(_ setting: ControlAssignment, _ plugin: PluginDescription) throws(RenderError) -> Automation {
    if let path = setting.file {
      guard let automation = Automation(file: try Automation.readFile(path), rate: rate) else {
        throw .usage(
          "\(path) is not a breakpoint file; each line is 'time value [lin|exp|step]', and the times increase.")
      }
      return automation
    }
    guard let automation = Automation(inline: setting.text, rate: rate) else {
      throw .usage(
        "\(plugin.name): '\(setting.text)' is not a value of '\(setting.symbol)', "
          + "and not automation such as 0@0,1@2s:exp.")
    }
    return automation
  }

  private func check(_ value: Float, _ port: PortDescription, _ plugin: PluginDescription) throws(RenderError) {
    let range = port.range(rate: Double(rate))
    guard value.isFinite, range?.contains(value) ?? true else {
      let bounds = range.map { " (\($0.lowerBound.shortText) to \($0.upperBound.shortText))" } ?? ""
      throw .usage("\(plugin.name): \(value.shortText) is out of range for '\(port.symbol)'\(bounds).")
    }
  }
}

extension PluginDescription {
  /// Whether a sequence port receives events of this type.
  fileprivate func receives(_ type: String) -> Bool { ports(.atom, .input).contains { $0.supports.contains(type) } }
}
