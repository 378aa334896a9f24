import LV2Host

/// Which audio ports share a buffer.
package enum BufferLayout: Sendable, Hashable {
  case separate
  /// Each output is in the buffer of the input of the same rank.
  case sameRank
  /// All inputs and the first output are in one buffer, as if a host runs a stereo plug-in on a mono signal.
  case oneBuffer
  /// All inputs are in one buffer, and the outputs are in others.
  case oneInput

  /// Whether all inputs have the same signal.
  package var hasEqualInputs: Bool { self == .oneBuffer || self == .oneInput }

  /// The port whose buffer a port uses instead of its own, by the index of the port.
  package func sharedPorts(of plugin: PluginDescription) -> [Int: Int] {
    let inputs = plugin.ports(.audio, .input).map(\.index)
    let outputs = plugin.ports(.audio, .output).map(\.index)
    let pairs: [(Int, Int)] =
      switch self {
      case .separate: []
      case .sameRank: Array(zip(outputs, inputs))
      case .oneBuffer: (inputs.dropFirst() + outputs.prefix(1)).map { ($0, inputs[0]) }
      case .oneInput: inputs.dropFirst().map { ($0, inputs[0]) }
      }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The layouts in which the buffers of a plug-in with these ports are shared, each in another way.
  package static func all(for plugin: PluginDescription) -> [BufferLayout] {
    let inputs = plugin.ports(.audio, .input).count
    guard inputs > 0, !plugin.ports(.audio, .output).isEmpty else { return [] }
    return [.sameRank] + (inputs > 1 ? [.oneBuffer, .oneInput] : [])
  }

  /// The layout as a condition in messages.
  package var condition: String {
    switch self {
    case .separate: "all ports have buffers of their own"
    case .sameRank: "input and output share a buffer"
    case .oneBuffer: "all inputs and the first output share one buffer"
    case .oneInput: "all inputs share one buffer"
    }
  }
}
