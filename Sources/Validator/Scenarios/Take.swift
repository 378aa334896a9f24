import LV2Host
import TestHost

/// What an instance gave while it played: its audio and CV outputs, control outputs and events.
package struct Take: Equatable {
  package var audio: Recording
  /// The values of a control output after each block.
  package struct Control: Equatable {
    package let port: Int
    package var values: [Float] = []
  }
  package var controls: [Control]
  package var events: [Event] = []
  /// The number of frames.
  package private(set) var frames = 0

  package struct Event: Equatable {
    package let port: Int
    /// Counted from the start of the take.
    package let frame: Int
    /// The URID of the type.
    package let type: UInt32
    package let body: [UInt8]
  }

  package init(of instance: InstanceUnderTest) {
    audio = Recording(of: instance.audioOutputs)
    controls = instance.plugin.ports(.control, .output).map { Control(port: $0.index) }
  }

  /// Adds what the last block of an instance gave.
  ///
  /// - Parameter length: of the block, in frames.
  package mutating func append(_ length: Int, of instance: InstanceUnderTest) {
    instance.append(length, to: &audio)
    for index in controls.indices { controls[index].values.append(instance[control: controls[index].port]) }
    for port in instance.plugin.ports where port.supportsSequence && port.isOutput {
      instance.atom(port.index)?.sequence.forEachEvent { event in
        events.append(
          Event(port: port.index, frame: frames + Int(event.frame), type: event.type, body: Array(event.body)))
      }
    }
    frames += length
  }

  /// Whether all samples and values have the same bits, and all events are equal; a NaN equals the same NaN.
  package static func == (one: Take, other: Take) -> Bool {
    func bits(_ take: Take) -> [[UInt32]] { take.controls.map { $0.values.map(\.bitPattern) } }
    return one.audio.isIdentical(to: other.audio) && bits(one) == bits(other) && one.events == other.events
  }
}
