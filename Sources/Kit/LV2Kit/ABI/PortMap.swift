/// The indices of an instance's ports, as in the Turtle: the declared ports, lv2:enabled, the latency, the inputs, the
/// sidechains, the outputs, the event input, the event output.
@usableFromInline struct PortMap {
  /// The purpose of one port.
  enum Slot {
    case control(Int)
    /// An input or an output in the order of `AudioBuffers`.
    case audioInput(Int)
    case audioOutput(Int)
    case eventInput, eventOutput
    case none
  }

  /// What to add to the index of a CV port to get its index in `AudioBuffers`.
  struct Offsets {
    let input, output: Int
  }

  let layout: Layout
  /// The number of declared ports, CV ports included.
  let declaredCount: Int
  let cvOffsets: Offsets
  /// The number of control inputs, which come first.
  let inputPortCount: Int
  /// The indices of the CV ports, inputs before outputs.
  private let firstCV: Int
  let cvInputCount: Int
  let cvOutputCount: Int
  /// Whether there are control outputs.
  let hasControlOutputs: Bool
  /// The number of ports before the audio ports.
  let controlCount: Int
  /// Whether the layout is mono or stereo without sidechains and CV ports, which have faster code.
  let isPlain: Bool
  private let hasEventInput: Bool
  private let hasEventOutput: Bool

  @inline(__always)
  init<E: Effect & ~Copyable>(_: E.Type, _ layout: Layout) {
    self.init(
      layout, declared: E.Port.count, inputs: E.Port.inputCount, controls: E.Port.controlCount,
      cvInputs: E.Port.cvInputCount, reportsLatency: E.reportsLatency,
      hasEventInput: E.hasEventInput, hasEventOutput: E.hasEventOutput)
  }

  @inline(never)
  private init(
    _ layout: Layout, declared: Int, inputs: Int, controls: Int, cvInputs: Int, reportsLatency: Bool,
    hasEventInput: Bool, hasEventOutput: Bool
  ) {
    self.layout = layout
    declaredCount = declared
    inputPortCount = inputs
    cvOffsets = Offsets(
      input: layout.inputs + layout.sidechains - controls, output: layout.outputs - controls - cvInputs)
    hasControlOutputs = controls > inputs
    firstCV = controls
    cvInputCount = cvInputs
    cvOutputCount = declared - controls - cvInputs
    controlCount = declared + (reportsLatency ? 2 : 1)
    isPlain = (layout == .mono || layout == .stereo) && declared == controls
    self.hasEventInput = hasEventInput
    self.hasEventOutput = hasEventOutput
  }

  /// The numbers of inputs and outputs with samples: audio and CV.
  var inputCount: Int { layout.inputs + layout.sidechains + cvInputCount }
  var outputCount: Int { layout.outputs + cvOutputCount }
  /// The index of the declared port of a CV input.
  func port(ofCVInput index: Int) -> Int { firstCV + index }

  func slot(_ index: Int) -> Slot {
    switch index {
    case firstCV..<firstCV + cvInputCount: return .audioInput(layout.inputs + layout.sidechains + index - firstCV)
    case firstCV + cvInputCount..<declaredCount:
      return .audioOutput(layout.outputs + index - firstCV - cvInputCount)
    case 0..<controlCount: return .control(index)
    default: break
    }
    let inputs = layout.inputs + layout.sidechains
    let number = index - controlCount
    if number < 0 { return .none }
    if number < inputs { return .audioInput(number) }
    if number < inputs + layout.outputs { return .audioOutput(number - inputs) }
    switch number - inputs - layout.outputs {
    case 0 where hasEventInput: return .eventInput
    case 0 where hasEventOutput, 1 where hasEventInput && hasEventOutput: return .eventOutput
    default: return .none
    }
  }
}
