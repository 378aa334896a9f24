import DSP
import LV2Kit

/// The bands as a configuration of EqualizerAPO.
///
/// Its filters have the Q of the Audio EQ Cookbook, as the bands do. A lowpass or a highpass with more than 12 dB per octave becomes
/// several filters, and a tilt a shelf with a preamplification of its channel. Dynamics and the automatic gain have no counterpart.
struct EqualizerAPOText {
  private let write: (Text) -> Void
  private var count = 0
  private var channel = BandChannel.stereo

  init(_ write: @escaping (Text) -> Void) { self.write = write }

  /// - Parameter gain: the output gain in decibels.
  mutating func append(_ bands: [BandSettings], gain: Double) {
    let active = bands.filter { $0.activeSections > 0 }
    let tilts = active.filter { $0.type == .tilt && $0.channel == .stereo }
    preamplify(tilts.reduce(gain) { $0 - 0.5 * $1.gain })
    for band in active {
      select(band.channel)
      if band.type == .tilt && band.channel != .stereo { preamplify(-0.5 * band.gain) }
      append(band)
    }
    select(.stereo)
  }

  private mutating func append(_ band: BandSettings) {
    switch band.type {
    case .bell: filter("PK", band, q: band.q)
    case .lowShelf: filter("LSC", band, q: band.q)
    case .highShelf, .tilt: filter("HSC", band, q: band.q)
    case .notch: filter("NO", band, q: band.q)
    case .bandpass: filter("BP", band, q: band.q)
    case .allpass: filter("AP", band, q: band.q)
    case .lowpass, .highpass:
      for index in 0..<band.sections {
        filter(
          band.type == .lowpass ? "LPQ" : "HPQ", band, q: 1 / LowpassDesign.damping(index, of: band.sections, q: band.q)
        )
      }
    }
  }

  private mutating func filter(_ type: StaticString, _ band: BandSettings, q: Double) {
    count += 1
    var text = Text("Filter ")
    text.append(count)
    text.append(": ON ")
    text.append(type)
    text.append(" Fc ")
    // EqualizerAPO reads the point before exactly three decimals as a separator of thousands.
    text.append(band.frequency, decimals: 2)
    text.append(" Hz")
    write(text)
    if band.type.hasGain { line(" Gain ", band.gain, " dB", end: "") }
    line(" Q ", q, "")
  }

  /// Changes the level of the selected channel.
  private func preamplify(_ decibels: Double) { line("Preamp: ", decibels, " dB") }

  private func line(_ start: StaticString, _ number: Double, _ unit: StaticString, end: StaticString = "\n") {
    var text = Text(start)
    text.append(number: Float(number))
    text.append(unit)
    text.append(end)
    write(text)
  }

  /// Selects the channel of the next filters. Mid and side are in the places of left and right meanwhile.
  private mutating func select(_ next: BandChannel) {
    guard next != channel else { return }
    if channel == .mid || channel == .side { write(Text("Channel: all\nCopy: L=L+R R=L+-1*R\n")) }
    channel = next
    switch next {
    case .stereo: write(Text("Channel: all\n"))
    case .left: write(Text("Channel: L\n"))
    case .right: write(Text("Channel: R\n"))
    case .mid, .side:
      write(Text("Channel: all\nCopy: L=0.5*L+0.5*R R=0.5*L+-0.5*R\n"))
      write(Text(next == .mid ? "Channel: L\n" : "Channel: R\n"))
    }
  }
}
