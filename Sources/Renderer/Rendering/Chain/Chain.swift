import Glibc
import LV2Host
import Performing

/// The plug-ins of a plan, loaded and connected, in the child process.
final class Chain {
  private struct Stage {
    let plan: ChainPlan.Stage
    let instances: [HostedInstance]
    let ports: [PortBuffers]
    /// The index of the latency output, if there is one.
    let latencyPort: Int?
    /// One buffer for each channel.
    let outputs: [UnsafeMutablePointer<Float>]
    /// The number of events of the performance that the plug-in has got.
    var playedCount = 0
  }

  private let plan: ChainPlan
  private let blocks: SharedBlocks
  private var stages: [Stage] = []
  private let inputs: [UnsafeMutablePointer<Float>]
  /// Frames of the chain's input that have been processed.
  private var position = 0

  /// Loads, instantiates, restores and activates all plug-ins.
  ///
  /// - Throws: `HostError`, or `RenderError.plugin` with the reason that a plug-in logged; `blocks` records the plug-in.
  init(_ plan: ChainPlan, _ blocks: SharedBlocks) throws {
    self.plan = plan
    self.blocks = blocks
    let map = URIDMap()
    inputs = Self.buffers(plan.inputChannels, plan.blockLength)
    var sources = inputs
    for (number, stagePlan) in plan.stages.enumerated() {
      let stage = try Self.stage(number, stagePlan, of: plan, sources: sources, map: map, blocks: blocks)
      stages.append(stage)
      sources = stage.outputs
    }
    for (number, stage) in stages.enumerated() {
      for instance in stage.instances {
        blocks.record(.activate, stage: number, frame: 0)
        instance.activate()
      }
    }
  }

  /// Processes one slot and stores the latency of the whole chain.
  func process(slot: Int) {
    let size = plan.blockLength * MemoryLayout<Float>.stride
    let (sources, targets) = (blocks.inputs(slot), blocks.outputs(slot))
    for start in stride(from: 0, to: plan.slotLength, by: plan.blockLength) {
      for (buffer, source) in zip(inputs, sources) { memcpy(buffer, source + start, size) }
      runBlock()
      for (target, buffer) in zip(targets, stages.last?.outputs ?? inputs) { memcpy(target + start, buffer, size) }
      position += plan.blockLength
    }
    blocks.latency(slot).pointee = Int32(clamping: stages.reduce(0) { $0 + latency($1) })
  }

  /// Deactivates and releases all instances, in the order of the chain.
  func finish() {
    for (number, stage) in stages.enumerated() {
      for instance in stage.instances {
        blocks.record(.deactivate, stage: number, frame: position)
        instance.deactivate()
        blocks.record(.cleanup, stage: number, frame: position)
        instance.cleanup()
      }
    }
    blocks.record(.finished, stage: 0, frame: position)
  }

  private func runBlock() {
    var delay = 0
    for (number, stage) in stages.enumerated() {
      let events = nextEvents(&stages[number], before: position - delay + plan.blockLength)
      for (instance, ports) in zip(stage.instances, stage.ports) {
        // The samples of this block entered the chain `delay` frames earlier.
        for (port, automation) in stage.plan.automation { ports.set(port, automation.value(at: position - delay)) }
        ports.prepareAtoms()
        for event in events { ports.send(event.content, frame: max(0, event.frame - (position - delay))) }
        blocks.record(.run, stage: number, frame: position)
        instance.run(plan.blockLength)
      }
      delay += latency(stage)
    }
  }

  /// The events of the performance before a frame that a stage has not got.
  private func nextEvents(_ stage: inout Stage, before frame: Int) -> ArraySlice<Performance.Event> {
    let events = plan.performance.events[stage.playedCount...].prefix { $0.frame < frame }
    stage.playedCount = events.endIndex
    return events
  }

  /// The latency that the plug-in reports, in frames; 0 if it reports none or an invalid value.
  private func latency(_ stage: Stage) -> Int {
    guard let port = stage.latencyPort, let value = stage.ports.first?[control: port] else { return 0 }
    return Int(PluginDescription.latency(fromPortValue: value).rounded())
  }

  private static func stage(
    _ number: Int, _ stage: ChainPlan.Stage, of plan: ChainPlan, sources: [UnsafeMutablePointer<Float>], map: URIDMap,
    blocks: SharedBlocks
  ) throws -> Stage {
    var configuration = HostConfiguration(
      for: stage.plugin, sampleRate: Double(plan.rate), maximumBlockLength: plan.blockLength)
    configuration.minimumBlockLength = plan.blockLength
    configuration.workerMode = .immediate
    configuration.sequenceSize += plan.performance.densestBytes(in: plan.blockLength)
    let outputs = buffers(stage.channelCount, plan.blockLength)
    var instances: [HostedInstance] = []
    var allPorts: [PortBuffers] = []
    for (copy, channels) in stage.instances.enumerated() {
      blocks.record(.load, stage: number, frame: 0)
      guard let path = stage.plugin.binaryPath else {
        throw HostError.libraryNotLoaded(path: "", reason: "no lv2:binary")
      }
      let library = try PluginLibrary(path: path, bundlePath: stage.plugin.bundlePath)
      blocks.record(.instantiate, stage: number, frame: 0)
      let log = LogCapture(map: map, echo: STDERR_FILENO)
      let instance: HostedInstance
      do {
        instance = try HostedInstance(stage.plugin, configuration: configuration, map: map, log: log, library: library)
      } catch {
        guard let reason = log.entries.last(where: { $0.level == .error })?.text else { throw error }
        throw RenderError.plugin("\(error): \(reason.split(whereSeparator: \.isNewline).joined(separator: " "))")
      }
      let ports = PortBuffers(stage.plugin, configuration: configuration, map: map)
      for port in stage.plugin.ports where port.isDesignated(URI.Core.freeWheeling) { ports.set(port.index, 1) }
      for (port, value) in stage.controls { ports.set(port, value) }
      ports.connect(to: instance)
      for (port, channel) in zip(stage.inputPorts, channels) { instance.connect(port, to: sources[channel]) }
      for (offset, port) in stage.outputPorts.enumerated() {
        instance.connect(port, to: outputs[copy * stage.outputPorts.count + offset])
      }
      if let state = stage.state {
        blocks.record(.restore, stage: number, frame: 0)
        let world = try World(bundles: state.bundles)
        switch state.source {
        case .plugin: world.defaultState(of: stage.plugin.uri, map: map)?.restore(into: instance)
        case .preset(let uri): try world.preset(uri, map: map).restore(into: instance)
        case .file(let path): try world.state(at: path, map: map).restore(into: instance)
        }
      }
      instances.append(instance)
      allPorts.append(ports)
    }
    return Stage(
      plan: stage, instances: instances, ports: allPorts, latencyPort: stage.plugin.latencyPort?.index, outputs: outputs
    )
  }

  /// Zeroed buffers that exist until the process ends.
  private static func buffers(_ count: Int, _ length: Int) -> [UnsafeMutablePointer<Float>] {
    let size = (length * 4 + PortBuffers.alignment - 1) / PortBuffers.alignment * PortBuffers.alignment
    return (0..<count).map { _ in
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: PortBuffers.alignment)
      memset(memory, 0, size)
      return memory.bindMemory(to: Float.self, capacity: length)
    }
  }
}

extension PortBuffers {
  /// Sets a control port, or all samples of a CV port.
  fileprivate func set(_ port: Int, _ value: Float) {
    if let samples = samples(port) { samples.update(repeating: value) } else { self[control: port] = value }
  }

  /// Sends an event to the ports that support it.
  fileprivate func send(_ content: Performance.Content, frame: Int) {
    for port in plugin.ports(.atom, .input) {
      switch content {
      case .midi(let message) where port.supports.contains(URI.MIDI.event):
        atom(port.index)?.sequence.append(midi: message, frame: Int64(frame))
      case .transport(let position) where port.supports.contains(URI.Time.position):
        atom(port.index)?.sequence.append(position, frame: Int64(frame))
      default: break
      }
    }
  }
}
