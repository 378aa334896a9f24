/// The kinds of events that an effect receives and sends.
public struct EventKinds: Sendable {
  /// Whether the effect receives MIDI messages.
  public let midiInput: Bool
  /// Whether the effect sends MIDI messages. In a bypass the kit sends the received messages, also system messages.
  public let midiOutput: Bool
  /// Whether the effect reads ``Block/transport``.
  public let time: Bool
  /// Whether the effect receives atoms of any type.
  public let atoms: Bool
  /// Whether the effect sends atoms of other types than MIDI messages.
  public let atomOutput: Bool

  @inline(__always)
  public init(
    midiInput: Bool = false, midiOutput: Bool = false, time: Bool = false, atoms: Bool = false, atomOutput: Bool = false
  ) {
    self.midiInput = midiInput
    self.midiOutput = midiOutput
    self.time = time
    self.atoms = atoms
    self.atomOutput = atomOutput
  }

  @inline(__always) package var hasInput: Bool { midiInput || time || atoms }
  @inline(__always) package var hasOutput: Bool { midiOutput || atomOutput }
}
