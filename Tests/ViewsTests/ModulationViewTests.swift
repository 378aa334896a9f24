import LV2Kit
import Testing

@testable import Views

/// Frequencies that are no pitch: the rate of a modulation at 0, a shift below it, and a meter before its first value.
@Suite struct ModulationViewTests {
  private final class ModulationView: EffectView {
    init() {
      super.init(
        "Modulation",
        [
          .input("rate", "Rate", 0...20, initial: 0, unit: .hertz, comment: "A rate."),
          .input("shift", "Shift", -500...500, initial: -10, unit: .hertz, comment: "A shift."),
          .output("pitch", "Pitch", 0...5000, unit: .hertz, comment: "A meter."),
        ], rate: 48_000)
    }

    override func fieldRows(_ handle: Int) -> [[Int]] { [[0, 1, 2]] }
    override var handle: Handle? {
      Handle(horizontal: Handle.Motion(.frequency, port: 0), vertical: Handle.Motion(.level, port: 1), wheelPort: 0)
    }
    override var handlePoint: (frequency: Double, level: Double) { (Double(values[0]), 0) }
    override var summary: Text { Text(frequency: Double(values[0])) }
  }

  private let panel = Panel(ModulationView())

  /// The value of the field is drawn without a note.
  @Test func frequenciesWithoutANoteAreShown() {
    #expect(panel.view.summary(0).string == "0.000 Hz")
    let raster = Raster(width: 640, height: 400) { panel.draw(on: $0) }
    #expect(raster[1, 1] != 0)
  }

  /// A movement from note to note leaves a frequency without a pitch as it is.
  @Test func aRateOfZeroDoesNotSnap() {
    let (x, y) = panel.picture.handlePlace(0)
    panel.pressed(x, y, time: 1, Modifiers())
    panel.pointerMoved(x + 20, y, Modifiers(isControl: true))
    panel.released(x + 20, y)
    #expect(panel.view.values[0] == 0)
  }
}
