/// Passes the sound from the mixer through the chain, slot by slot. After the end of the input, the slots contain
/// silence.
final class RenderPipeline {
  private let plan: ChainPlan
  private let mixer: Mixer
  private let path: Path
  private var received = 0
  private var isStopped = false
  private var unprocessedLength: Int?
  private(set) var latency = 0
  private(set) var latencyChanged = false

  private enum Path {
    case chain(ChainProcess, InputThread)
    /// Without plug-ins, one slot in this process.
    case unprocessed([UnsafeMutablePointer<Float>])
  }

  init(plan: ChainPlan, chain: ChainProcess?, mixer: Mixer) throws(RenderError) {
    self.plan = plan
    self.mixer = mixer
    if let chain {
      path = .chain(chain, try InputThread(plan: plan, chain: chain, mixer: mixer))
    } else {
      path = .unprocessed((0..<plan.inputChannels).map { _ in .allocate(capacity: plan.slotLength) })
    }
  }

  deinit {
    stop()
    if case .unprocessed(let buffers) = path { for buffer in buffers { buffer.deallocate() } }
  }

  /// Ends the input thread. `next` must not be called afterwards.
  func stop() {
    if case .chain(_, let input) = path, !isStopped { input.stop() }
    isStopped = true
  }

  /// The length of the input in frames; nil while the end is after the slots received so far.
  var inputLength: Int? {
    let length = if case .chain(_, let input) = path { input.inputLength } else { unprocessedLength }
    return length.flatMap { $0 <= received * plan.slotLength ? $0 : nil }
  }

  /// Passes the output of the next slot to `body`: one buffer of the plan's slot length for each channel.
  func next(_ body: ([UnsafeMutablePointer<Float>]) throws(RenderError) -> Void) throws(RenderError) {
    switch path {
    case .unprocessed(let buffers):
      let count = try mixer.read(into: buffers, frames: plan.slotLength)
      if count < plan.slotLength && unprocessedLength == nil { unprocessedLength = received * plan.slotLength + count }
      received += 1
      try body(buffers)
    case .chain(let chain, let input):
      let slot: Int
      do { slot = try chain.receive() } catch { throw input.error ?? error }
      received += 1
      let latency = Int(chain.blocks.latency(slot).pointee)
      if received == 1 { self.latency = latency }
      if latency != self.latency { latencyChanged = true }
      try body(chain.blocks.outputs(slot))
      input.release()
    }
  }
}
