import DSP
import LV2Kit

extension Block {
  /// The inputs of one or two channels. With one channel both pointers are equal.
  @inline(__always) var inputPair: Inputs<Float> { (input(0).start, input(layout.inputs &- 1).start) }
  /// The sidechains of a layout with two of them, or else the inputs.
  @inline(__always) var followedPair: Inputs<Float> {
    layout.sidechains == 2 ? (sidechain(0).start, sidechain(1).start) : inputPair
  }
  /// The outputs of one or two channels. With one channel both pointers are equal.
  @inline(__always) var outputPair: Outputs<Float> { (output(0).start, output(layout.outputs &- 1).start) }
}
