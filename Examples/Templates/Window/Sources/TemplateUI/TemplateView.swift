import LV2DSP
import LV2Kit
import Template
import Views

/// The response of the lowpass, with a handle for its cutoff and its resonance.
final class TemplateView: EffectView {
  private var lowpass = SVFCoefficients.lowpass(0.1, q: 0.7)

  init(rate: Double) {
    super.init("Template", Template.Port.declarations, rate: rate)
    update()
  }

  /// A value has changed.
  override func update() {
    lowpass = .lowpass(Float(value(Template.Port.cutoff) / rate), q: Float(value(Template.Port.resonance)))
  }

  override func level(at frequency: Double) -> Double {
    let response = lowpass.response(at: 2 * Double.pi * frequency / rate)
    return decibels(response.real * response.real + response.imaginary * response.imaginary)
  }

  override var levels: LevelAxis { LevelAxis(-24...24, step: 6) }

  override var handle: Handle? {
    Handle(
      horizontal: Handle.Motion(.frequency, Template.Port.cutoff),
      vertical: Handle.Motion(.range, Template.Port.resonance), wheel: Template.Port.resonance)
  }

  override var handlePoint: (frequency: Double, level: Double) {
    (value(Template.Port.cutoff), level(at: value(Template.Port.cutoff)))
  }

  override var summary: Text { Text(frequency: value(Template.Port.cutoff)) }
}
