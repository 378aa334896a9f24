/// The audio ports of a plug-in.
///
/// The controls, the bypass and the documents of an effect are the same in all of its layouts.
public struct Layout: Equatable, Sendable {
  /// The number of main inputs, 0 to ``Limits/channelCount``.
  public let inputs: Int
  /// The number of sidechain inputs: signals that control the effect and do not pass through it. Hosts need not connect them; they are
  /// silent then.
  public let sidechains: Int
  /// The number of outputs, 0 to ``Limits/channelCount``.
  public let outputs: Int

  /// Declares a layout. Two inputs or outputs are the left and the right channel.
  ///
  /// - Parameters:
  ///   - inputs: the number of main inputs; 0 for a generator.
  ///   - sidechains: the number of sidechain inputs.
  ///   - outputs: the number of outputs; 0 for an analyzer.
  @inline(__always)
  public init(inputs: Int, sidechains: Int = 0, outputs: Int) {
    self.inputs = inputs
    self.sidechains = sidechains
    self.outputs = outputs
  }

  /// One input and one output.
  @inline(__always) public static var mono: Layout { Layout(inputs: 1, outputs: 1) }
  /// Two inputs and two outputs: left and right.
  @inline(__always) public static var stereo: Layout { Layout(inputs: 2, outputs: 2) }

  /// Returns the main input that a bypass connects to an output, or nil if there is no input.
  @inline(__always)
  public func dryInput(ofOutput output: Int) -> Int? { inputs == 0 ? nil : output % inputs }
}
