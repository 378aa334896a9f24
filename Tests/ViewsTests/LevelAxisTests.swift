import EffectViews
import Effects
import LV2Kit
import Testing

@testable import Views

/// The levels that the pictures show: those of the curves and of the handles.
@Suite struct LevelAxisTests {
  private typealias Port = ParametricEQStereoPort

  private let equalizer = ParametricEQView(isStereo: true, rate: 48_000)

  private func set(_ control: BandControl, _ band: Int, _ value: Float) {
    equalizer.set(Port.band(control, band).rawValue, to: value)
  }

  private func setBell(_ band: Int, _ frequency: Float, _ gain: Float, q: Float = 1.41) {
    set(.frequency, band, frequency)
    set(.gain, band, gain)
    set(.q, band, q)
  }

  /// The highest and the lowest level of the curves between 20 Hz and 20 kHz.
  private func extremes(_ view: EffectView) -> (lowest: Double, highest: Double) {
    let axis = FrequencyAxis()
    let levels = (0...4000).flatMap { step in
      (0..<view.curveCount).map { view.level(ofCurve: $0, at: axis.frequency(Double(step) / 4000)) }
    }
    return (levels.min() ?? 0, levels.max() ?? 0)
  }

  private func expectCurves(in range: ClosedRange<Double>, _ view: EffectView) {
    #expect(view.levels.range == range)
    let (lowest, highest) = extremes(view)
    #expect(range.contains(lowest) && range.contains(highest), "\(lowest) to \(highest) dB")
  }

  @Test func aFlatEqualizerHasTheNarrowestAxis() { expectCurves(in: -18...18, equalizer) }

  @Test(
    arguments: [(24, -30...30), (-24, -30...30), (16, -18...18), (-10, -18...18)] as [(Float, ClosedRange<Double>)])
  func theOutputGainIsShown(gain: Float, range: ClosedRange<Double>) {
    equalizer.set(Port.outputGain.rawValue, to: gain)
    expectCurves(in: range, equalizer)
    let peaking = PeakingEQView(rate: 48_000)
    // A bell of -10 dB, so that the level at its center is within the narrowest axis.
    for (port, value) in [1000, -10 * gain / abs(gain), 1, gain].enumerated() { peaking.set(port, to: value) }
    expectCurves(in: range, peaking)
  }

  @Test func theSumOfBandsIsShown() {
    setBell(2, 1000, 12)
    expectCurves(in: -18...18, equalizer)
    setBell(3, 1000, 12)
    expectCurves(in: -30...30, equalizer)
    for band in 0..<8 { setBell(band, 1000, 24) }
    expectCurves(in: -216...216, equalizer)
    // The sum of broad bells is highest between them.
    for band in 0..<8 { setBell(band, 100, 0) }
    setBell(0, 900, -15, q: 0.5)
    setBell(1, 1500, -15, q: 0.5)
    expectCurves(in: -30...30, equalizer)
  }

  /// Bands of different channels do not add.
  @Test func eachChannelHasItsSum() {
    for band in 0..<2 { setBell(band, 1000, 12) }
    set(.channel, 0, 1)
    set(.channel, 1, 2)
    expectCurves(in: -18...18, equalizer)
    set(.channel, 1, 1)
    expectCurves(in: -30...30, equalizer)
  }

  /// The Q of a lowpass is the level at its cutoff. The frequencies that it removes leave the picture.
  @Test func theResonanceOfALowpassIsShown() {
    set(.type, 4, 3)
    set(.q, 4, 25)
    #expect(equalizer.levels.range == -30...30)
    #expect(extremes(equalizer).highest < 30)
    set(.q, 4, 0.7071)
    #expect(equalizer.levels.range == -18...18)
  }

  /// The axis has room for all changes of the gains by the dynamics, and so does not move with them.
  @Test func theAxisDoesNotFollowTheDynamics() {
    for band in 0..<2 {
      setBell(band, 1000, 0)
      set(.range, band, -12)
    }
    for change in [0, -6, -12] as [Float] {
      for band in 0..<2 { set(.change, band, change) }
      expectCurves(in: -30...30, equalizer)
    }
  }

  /// With a gain of -30 dB, the teeth are around this level.
  @Test func theTeethOfACombAreShown() {
    let comb = CombView(rate: 48_000)
    #expect(comb.levels.range == -18...18)
    comb.set(Comb.Port.gain.rawValue, to: -30)
    #expect(comb.levels.range == -36...36)
    #expect(comb.levels.range.contains(comb.handlePoint.level))
    let tuned = TunedCombMonoView(rate: 48_000)
    tuned.set(TunedCombControl.gain.rawValue, to: -60)
    #expect(tuned.levels.range == -72...72)
  }
}
