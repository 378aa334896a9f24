import LV2Host
import Model
import TestHost

/// What a host and a musician do with one instance, as data.
///
/// A scenario gives the same calls in every process. It can be reduced to what a fault needs, stored in a report as steps, and
/// played again.
package struct Scenario: Codable, Sendable, Equatable {
  /// The sample rate of the instance in hertz; nil for that of the run.
  package var rate: Double?
  /// The longest length of a block in frames; nil for that of the run.
  package var longestBlock: Int?
  /// The control inputs that differ from their defaults when the instance is activated.
  package var controls: [Finding.ControlValue] = []
  /// Played one after the other.
  package var passages: [Passage]

  package init(controls: [Finding.ControlValue] = [], passages: [Passage]) {
    self.controls = controls
    self.passages = passages
  }

  /// Whether a control changes during the scenario.
  package var movesControls: Bool {
    passages.contains { passage in
      passage.score.contains { if case .control = $0.content { true } else { false } }
    }
  }

  /// A part of a scenario with one signal.
  package struct Passage: Codable, Sendable, Equatable {
    /// Whether the instance is deactivated and activated before.
    package var beginsWithReset = false
    package var signal: Signal = .silence
    /// The number of frames; rounded up to whole blocks if the block length is fixed.
    package var frames: Int
    /// The lengths of successive blocks in turn, in frames; the longest permitted length if empty.
    package var blocks: [Int] = []
    /// In the order of their frames.
    package var score: [Event] = []

    package init(_ signal: Signal = .silence, frames: Int, blocks: [Int] = [], score: [Event] = []) {
      self.signal = signal
      self.frames = frames
      self.blocks = blocks
      self.score = score
    }
  }

  /// Something that happens at a frame of a passage.
  package struct Event: Codable, Sendable, Equatable {
    package var frame: Int
    package var content: Content

    package init(_ frame: Int, _ content: Content) {
      self.frame = frame
      self.content = content
    }
  }

  package enum Content: Codable, Sendable, Equatable {
    /// One message to every MIDI input.
    case midi([UInt8])
    /// The position of the transport, to every input that supports it.
    case transport(TransportPosition)
    /// A control input, by its symbol. It changes before the block that contains the frame.
    case control(String, Float)
    /// A parameter, by its URI, with the URI of the type of its value.
    case parameter(String, type: String, [UInt8])
    /// A preset, by its URI, which the host loads before the block that contains the frame.
    case preset(String)
  }
}
