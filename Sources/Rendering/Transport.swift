/// Keeps slots on their way: filled from the mixer, through the chain's process, and back in order.
final class Transport {
  private let plan: ChainPlan
  private let chain: ChainProcess?
  private let mixer: Mixer
  /// Where a slot lies when there is no chain.
  private let local: [UnsafeMutablePointer<Float>]
  private var submitted = 0
  private var received = 0
  private var firstLatency: Int?
  private(set) var latencyChanged = false
  /// The frames of the input, once its end has been met.
  private(set) var inputLength: Int?

  init(plan: ChainPlan, chain: ChainProcess?, mixer: Mixer) throws(RenderError) {
    self.plan = plan
    self.chain = chain
    self.mixer = mixer
    local = (0..<(chain == nil ? plan.inputChannels : 0)).map { _ in .allocate(capacity: plan.slotLength) }
  }

  deinit { for buffer in local { buffer.deallocate() } }

  /// The next slot in order, its output filled. After the input's end there is always another one, fed with silence.
  func next() throws(RenderError) -> Int {
    let ahead = chain == nil ? 1 : SharedBlocks.slotCount
    while submitted < received + ahead {
      try fill(submitted % SharedBlocks.slotCount)
      submitted += 1
    }
    received += 1
    guard let chain else { return 0 }
    let slot = try chain.receive()
    let latency = Int(chain.blocks.latency(slot).pointee)
    if let firstLatency, firstLatency != latency { latencyChanged = true }
    firstLatency = firstLatency ?? latency
    return slot
  }

  /// In frames, as the chain reports it with a slot.
  func latency(_ slot: Int) -> Int { chain.map { Int($0.blocks.latency(slot).pointee) } ?? 0 }

  /// A buffer a channel, of the plan's slot length.
  func output(_ slot: Int) -> [UnsafeMutablePointer<Float>] {
    guard let chain else { return local }
    return (0..<plan.outputChannels).map { chain.blocks.output(slot, channel: $0) }
  }

  private func fill(_ slot: Int) throws(RenderError) {
    let buffers = chain.map { chain in (0..<plan.inputChannels).map { chain.blocks.input(slot, channel: $0) } } ?? local
    if inputLength == nil {
      try Interruption.check()
      let count = try mixer.read(into: buffers, frames: plan.slotLength)
      if count < plan.slotLength { inputLength = submitted * plan.slotLength + count }
    } else {
      for buffer in buffers { buffer.update(repeating: 0, count: plan.slotLength) }
    }
    try chain?.submit(slot)
  }
}
