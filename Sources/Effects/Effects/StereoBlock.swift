import DSP
import LV2Kit

extension Block {
  /// The inputs of one or two channels. With one channel both pointers are equal.
  @inline(__always) var inputPair: Inputs<Float> { (input(0), input(layout.inputs &- 1)) }
  /// The outputs of one or two channels. With one channel both pointers are equal.
  @inline(__always) var outputPair: Outputs<Float> { (output(0), output(layout.outputs &- 1)) }
}
