import LV2Kit
import Tilt
import Views

/// The response of the tilt, with a handle for its pivot and its gain.
final class TiltView: EffectView {
  private var response = TiltResponse(pivot: 1000, slope: 0, gain: 0, rate: 48_000)

  init(rate: Double) {
    super.init("Tilt", Tilt.Port.declarations, rate: rate)
    update()
  }

  /// A value has changed.
  override func update() {
    response = TiltResponse(
      pivot: Float(value(Tilt.Port.pivot)), slope: Float(value(Tilt.Port.slope)), gain: Float(value(Tilt.Port.gain)),
      rate: Float(rate))
  }

  override func level(at frequency: Double) -> Double { decibels(Double(response.power(at: Float(frequency / rate)))) }

  override var levels: LevelAxis { LevelAxis(-18...18, step: 6) }

  /// The wheel changes the slope.
  override var handle: Handle? {
    Handle(
      horizontal: Handle.Motion(.frequency, Tilt.Port.pivot), vertical: Handle.Motion(.level, Tilt.Port.gain),
      wheel: Tilt.Port.slope)
  }

  override var handlePoint: (frequency: Double, level: Double) {
    (value(Tilt.Port.pivot), level(at: value(Tilt.Port.pivot)))
  }

  override var summary: Text { Text(frequency: value(Tilt.Port.pivot)) }
}
