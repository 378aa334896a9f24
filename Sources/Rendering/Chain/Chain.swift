import Glibc
import LV2Host

/// The plug-ins of a plan, loaded and connected. Lives in the child process.
final class Chain {
  /// One plug-in of the chain.
  private struct Stage {
    let plan: ChainPlan.Stage
    let instances: [HostedInstance]
    let ports: [PortBuffers]
    /// Its own latency output, where it has one.
    let latencyPort: Int?
    /// Where it writes, a buffer a channel.
    let outputs: [UnsafeMutablePointer<Float>]
  }

  private let plan: ChainPlan
  private let blocks: SharedBlocks
  private var stages: [Stage] = []
  private let inputs: [UnsafeMutablePointer<Float>]
  /// Frames of the chain's input that have been processed.
  private var position = 0

  /// Loads, instantiates, restores and activates everything.
  ///
  /// - Throws: `HostError` or `Refusal`, the plug-in at fault being the one noted in `blocks`.
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
      blocks.note(.activate, stage: number, frame: 0)
      for instance in stage.instances { instance.activate() }
    }
  }

  /// Runs one slot, and notes the latency of the whole chain.
  func process(slot: Int) {
    let size = plan.blockLength * MemoryLayout<Float>.stride
    let outputs = stages.last?.outputs ?? inputs
    for start in stride(from: 0, to: plan.slotLength, by: plan.blockLength) {
      for (channel, buffer) in inputs.enumerated() {
        memcpy(buffer, blocks.input(slot, channel: channel) + start, size)
      }
      runBlock()
      for (channel, buffer) in outputs.enumerated() {
        memcpy(blocks.output(slot, channel: channel) + start, buffer, size)
      }
      position += plan.blockLength
    }
    blocks.latency(slot).pointee = Int32(clamping: stages.reduce(0) { $0 + latency($1) })
  }

  /// Ends every instance, in the order of the chain.
  func finish() {
    for (number, stage) in stages.enumerated() {
      for instance in stage.instances {
        blocks.note(.deactivate, stage: number, frame: position)
        instance.deactivate()
        blocks.note(.cleanup, stage: number, frame: position)
        instance.cleanup()
      }
    }
    blocks.note(.finished, stage: 0, frame: position)
  }

  private func runBlock() {
    var delay = 0
    for (number, stage) in stages.enumerated() {
      blocks.note(.run, stage: number, frame: position)
      for (instance, ports) in zip(stage.instances, stage.ports) {
        // What arrives here now entered the chain so many frames ago.
        for (port, automation) in stage.plan.automation {
          ports.set(port, automation.value(at: position - delay))
        }
        ports.prepareAtoms()
        if position == 0 { ports.sendStart() }
        instance.run(plan.blockLength)
      }
      delay += latency(stage)
    }
  }

  /// What the plug-in reports, in frames; 0 where it reports none, or nonsense.
  private func latency(_ stage: Stage) -> Int {
    guard let port = stage.latencyPort, let value = stage.ports.first?[control: port] else { return 0 }
    return Int(PluginDescription.latency(shown: value).rounded())
  }

  private static func stage(
    _ number: Int, _ stage: ChainPlan.Stage, of plan: ChainPlan, sources: [UnsafeMutablePointer<Float>], map: URIDMap,
    blocks: SharedBlocks
  ) throws -> Stage {
    var configuration = HostConfiguration(
      for: stage.plugin, sampleRate: Double(plan.rate), maximumBlockLength: plan.blockLength)
    configuration.minimumBlockLength = plan.blockLength
    configuration.workerMode = .immediate
    let outputs = buffers(stage.channelCount, plan.blockLength)
    var instances: [HostedInstance] = []
    var allPorts: [PortBuffers] = []
    for (copy, channels) in stage.instances.enumerated() {
      blocks.note(.load, stage: number, frame: 0)
      guard let path = stage.plugin.binaryPath else {
        throw HostError.libraryNotLoaded(path: "", reason: "no lv2:binary")
      }
      let library = try PluginLibrary(path: path, bundlePath: stage.plugin.bundlePath)
      blocks.note(.instantiate, stage: number, frame: 0)
      // The parent decides where standard error leads.
      let log = LogCapture(map: map, echo: STDERR_FILENO)
      let instance: HostedInstance
      do {
        instance = try HostedInstance(stage.plugin, configuration: configuration, map: map, log: log, library: library)
      } catch { throw Refusal(error, log) ?? error }
      let ports = PortBuffers(stage.plugin, configuration: configuration, map: map)
      for port in stage.plugin.ports where port.isDesignated(URI.Core.freeWheeling) { ports.set(port.index, 1) }
      for (port, value) in stage.controls { ports.set(port, value) }
      ports.connect(to: instance)
      for (port, channel) in zip(stage.inputPorts, channels) { instance.connect(port, to: sources[channel]) }
      for (offset, port) in stage.outputPorts.enumerated() {
        instance.connect(port, to: outputs[copy * stage.outputPorts.count + offset])
      }
      if let state = stage.state {
        blocks.note(.restore, stage: number, frame: 0)
        let world = try World(bundles: state.bundles)
        if let uri = state.uri {
          try world.preset(uri, map: map).restore(into: instance)
        } else {
          world.defaultState(of: stage.plugin.uri, map: map)?.restore(into: instance)
        }
      }
      instances.append(instance)
      allPorts.append(ports)
    }
    return Stage(
      plan: stage, instances: instances, ports: allPorts, latencyPort: stage.plugin.latencyPort?.index, outputs: outputs
    )
  }

  /// Buffers for the whole life of the process.
  private static func buffers(_ count: Int, _ length: Int) -> [UnsafeMutablePointer<Float>] {
    let size = (length * 4 + SampleBuffer.alignment - 1) / SampleBuffer.alignment * SampleBuffer.alignment
    return (0..<count).map { _ in
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: SampleBuffer.alignment)
      memset(memory, 0, size)
      return memory.bindMemory(to: Float.self, capacity: length)
    }
  }
}

extension PortBuffers {
  /// Sets a control, or fills a CV port.
  fileprivate func set(_ port: Int, _ value: Float) {
    if let samples = samples(port) { samples.update(repeating: value) } else { self[control: port] = value }
  }

  /// Tells the plug-ins that follow a transport that it rolls from the start, at 120 beats a minute.
  fileprivate func sendStart() {
    for port in plugin.ports(.atom, .input) where port.supports.contains(URI.Time.position) {
      atom(port.index)?.sequence.append(TransportPosition(), frame: 0)
    }
  }
}
