import CCLAP

/// What a position of the transport contains.
struct TransportFlags {
  let hasTempo, hasMeter, hasBeats, hasSeconds, isPlaying: Bool

  init(_ position: clap_event_transport) {
    func has(_ flag: Int) -> Bool { position.flags & UInt32(flag) != 0 }
    hasTempo = has(Int(CLAP_TRANSPORT_HAS_TEMPO)) && position.tempo > 0
    hasMeter = has(Int(CLAP_TRANSPORT_HAS_TIME_SIGNATURE)) && position.tsig_num > 0 && position.tsig_denom > 0
    hasBeats = has(Int(CLAP_TRANSPORT_HAS_BEATS_TIMELINE))
    hasSeconds = has(Int(CLAP_TRANSPORT_HAS_SECONDS_TIMELINE))
    isPlaying = has(Int(CLAP_TRANSPORT_IS_PLAYING))
  }
}

/// Finds the positions that an instance does not expect: LV2's hosts send only those, and LV2Kit follows the transport in between.
struct TransportFollower {
  private var last: clap_event_transport?
  /// The expected position in quarters.
  private var expected = 0.0

  /// A hundredth of a millisecond at 120 quarters in a minute.
  private static var tolerance: Double { 2e-5 }

  /// Whether an instance must learn of a position. The next one is then compared with it.
  mutating func isNews(_ position: clap_event_transport) -> Bool {
    let isNews = differs(position)
    if isNews {
      last = position
      expected = beats(position.song_pos_beats)
    }
    return isNews
  }

  private func differs(_ position: clap_event_transport) -> Bool {
    guard let last else { return true }
    // The recording and loops do not concern an effect.
    let mask =
      UInt32(CLAP_TRANSPORT_HAS_TEMPO) | UInt32(CLAP_TRANSPORT_HAS_BEATS_TIMELINE)
      | UInt32(CLAP_TRANSPORT_HAS_SECONDS_TIMELINE) | UInt32(CLAP_TRANSPORT_HAS_TIME_SIGNATURE)
      | UInt32(CLAP_TRANSPORT_IS_PLAYING)
    if (position.flags ^ last.flags) & mask != 0 || position.tempo != last.tempo { return true }
    if position.tsig_num != last.tsig_num || position.tsig_denom != last.tsig_denom { return true }
    guard TransportFlags(position).hasBeats else { return false }
    return !(abs(beats(position.song_pos_beats) - expected) <= Self.tolerance)
  }

  /// Moves the expected position by some frames.
  mutating func advance(_ frames: Int, rate: Double) {
    guard let last, TransportFlags(last).isPlaying else { return }
    expected += Double(frames) * last.tempo / (60 * rate)
  }
}
