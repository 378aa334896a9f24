import Synchronization

/// What `Instance.run` tests at the start of each cycle, in one word: the state of the bypass at the end of the last
/// cycle, and whether a window has requested a recording.
///
/// The state remains `activated` while the inline display requires a look at the controls. Cycles without a change
/// therefore need no test for windows and displays.
struct Attention: ~Copyable {
  private let word = Atomic<UInt8>(Bypass.State.activated.rawValue)

  /// The bit of a requested recording.
  @inline(__always) static var recording: UInt8 { 0x80 }

  @inline(__always) var value: UInt8 { word.load(ordering: .relaxed) }
  /// The value without the bit of a recording.
  @inline(__always) var state: UInt8 { value & ~Self.recording }

  /// Changes the state, on the audio thread. Another thread may set the other bit at the same time.
  @inline(__always)
  func setState(_ state: Bypass.State) {
    let difference = self.state ^ state.rawValue
    if difference != 0 { word.bitwiseXor(difference, ordering: .relaxed) }
  }

  func requestRecording() { word.bitwiseOr(Self.recording, ordering: .releasing) }

  /// On the audio thread.
  func endRecording() { word.bitwiseAnd(~Self.recording, ordering: .relaxed) }
}
