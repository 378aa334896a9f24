/// Brings the sound from the mixer through the chain, slot by slot, in order. After the input's end there is always
/// another slot, fed with silence.
final class Transport {
  private let plan: ChainPlan
  private let mixer: Mixer
  private let route: Route
  private var received = 0
  private var isStopped = false
  private var localLength: Int?
  private(set) var latency = 0
  private(set) var latencyChanged = false

  private enum Route {
    case chain(ChainProcess, Feeder)
    /// No plug-ins: one slot in this process.
    case local([UnsafeMutablePointer<Float>])
  }

  init(plan: ChainPlan, chain: ChainProcess?, mixer: Mixer) throws(RenderError) {
    self.plan = plan
    self.mixer = mixer
    if let chain {
      route = .chain(chain, try Feeder(plan: plan, chain: chain, mixer: mixer))
    } else {
      route = .local((0..<plan.inputChannels).map { _ in .allocate(capacity: plan.slotLength) })
    }
  }

  deinit {
    stop()
    if case .local(let buffers) = route { for buffer in buffers { buffer.deallocate() } }
  }

  /// Ends the reading; nothing may be asked for afterwards.
  func stop() {
    if case .chain(_, let feeder) = route, !isStopped { feeder.stop() }
    isStopped = true
  }

  /// The frames of the input, where its end lies within the slots that `next` has given.
  var inputLength: Int? {
    let length: Int?
    switch route {
    case .chain(_, let feeder): length = feeder.inputLength
    case .local: length = localLength
    }
    return length.flatMap { $0 <= received * plan.slotLength ? $0 : nil }
  }

  /// Gives the next slot's output to `body`, a buffer a channel, each of the plan's slot length.
  func next(_ body: ([UnsafeMutablePointer<Float>]) throws(RenderError) -> Void) throws(RenderError) {
    switch route {
    case .local(let buffers):
      let count = try mixer.read(into: buffers, frames: plan.slotLength)
      if count < plan.slotLength && localLength == nil { localLength = received * plan.slotLength + count }
      received += 1
      try body(buffers)
    case .chain(let chain, let feeder):
      let slot: Int
      do { slot = try chain.receive() } catch { throw feeder.error ?? error }
      received += 1
      note(Int(chain.blocks.latency(slot).pointee))
      try body((0..<plan.outputChannels).map { chain.blocks.output(slot, channel: $0) })
      feeder.release()
    }
  }

  private func note(_ latency: Int) {
    if received > 1 && latency != self.latency { latencyChanged = true }
    if received == 1 { self.latency = latency }
  }
}
