import LV2DSP
import LV2Kit
import PingPong
import Views

/// The lowpass of the echoes with a handle for its cutoff and the feedback, and the echoes in time.
final class PingPongView: EffectView {
  private var lowpass = OnePole(cutoff: 0.1)

  init(rate: Double) {
    super.init("Ping-Pong", PingPong.Port.declarations, rate: rate)
    showLabels(of: Interval.self, forPort: PingPong.Port.interval.rawValue)
    update()
  }

  override func update() { lowpass.setCutoff(Float(value(PingPong.Port.damping) / rate)) }

  override func level(at frequency: Double) -> Double { decibels(Double(lowpass.power(at: Float(frequency / rate)))) }

  override var levels: LevelAxis { LevelAxis(-24...6, step: 6) }
  override var baseLevel: Double { -24 }

  /// The wheel changes the mix.
  override var handle: Handle? {
    Handle(
      horizontal: Handle.Motion(.frequency, PingPong.Port.damping),
      vertical: Handle.Motion(.range, PingPong.Port.feedback), wheel: PingPong.Port.mix)
  }

  /// The height of the handle is the feedback.
  override var handlePoint: (frequency: Double, level: Double) {
    (value(PingPong.Port.damping), -24 + 30 * value(PingPong.Port.feedback) / 95)
  }

  override var summary: Text { Text(Interval(rawValue: Int(value(PingPong.Port.interval)))?.label ?? "") }

  override var hasEchoes: Bool { true }

  override func echo(_ index: Int) -> (time: Double, gain: Double)? {
    let mix = value(PingPong.Port.mix) / 100
    guard index > 0 else { return (0, 1 - mix) }
    var gain = mix
    for _ in 1..<index { gain *= value(PingPong.Port.feedback) / 100 }
    guard gain > 0.001 else { return nil }
    // Before the host states the time, it is that of 120 quarters per minute.
    let time = value(PingPong.Port.time)
    return (Double(index) * (time > 0 ? time : 0.375), gain)
  }
}
