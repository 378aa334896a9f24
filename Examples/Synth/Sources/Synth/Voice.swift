import LV2DSP

/// One of the notes that sound at the same time.
struct Voice {
  var note: UInt8 = 0
  /// 0 to 1.
  var velocity: Float = 0
  /// The number of notes before this one.
  var order: UInt32 = 0
  /// Whether the key is down. A released note sounds on while the pedal is down.
  var isKeyDown = false
  var oscillator: Oscillator
  var envelope = Envelope()
  var filter = StateVariableFilter()

  init(rate: Double) { oscillator = Oscillator(.saw, rate: rate) }

  /// Starts a note. A voice that sounds continues at its level and its phase, without a click.
  mutating func start(_ note: UInt8, velocity: Float, order: UInt32) {
    if !envelope.isActive {
      oscillator.reset()
      filter.reset()
    }
    (self.note, self.velocity, self.order, isKeyDown) = (note, velocity, order, true)
    envelope.start()
  }

  /// Whether another voice should be used for a new note before this one: a free one, or else a released one, or else an older one.
  func isBehind(_ other: Voice) -> Bool { rank != other.rank ? rank > other.rank : order > other.order }

  private var rank: Int { !envelope.isActive ? 0 : envelope.isHeld ? 2 : 1 }
}
