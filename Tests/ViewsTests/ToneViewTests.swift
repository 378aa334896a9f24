import EffectViews
import Effects
import Foundation
import LV2Kit
import Testing

@testable import Views

/// The window of the tone: its spectrum, its handle and its fields.
@Suite struct ToneViewTests {
  private typealias Port = Tone.Port
  private let panel = Panel(ToneView(rate: 48_000))
  private var view: EffectView { panel.view }

  private func set(_ values: [(Port, Float)]) { for (port, value) in values { panel.receive(port.rawValue, value) } }
  private func value(_ port: Port) -> Float { view.values[port.rawValue] }

  /// The lines between two frequencies.
  private func lines(_ range: ClosedRange<Double>) -> [(frequency: Double, level: Double)] {
    let frequencies = stride(from: range.lowerBound, to: range.upperBound, by: 10)
    return frequencies.flatMap { frequency -> [(frequency: Double, level: Double)] in
      let extremes = view.extremes(from: frequency, to: frequency + 10)
      return [extremes.first, extremes.second].compactMap { $0 }.map { ($0.frequency, $0.level) }
    }
  }

  /// The lines are those of the Fourier series.
  @Test(
    arguments: [(0, [0]), (1, [2.098, -7.444, -11.881]), (2, [-3.922, -9.943, -13.465, -15.964, -17.902])]
      as [(Float, [Double])])
  func theLinesAreTheHarmonics(wave: Float, levels: [Double]) {
    set([(.wave, wave), (.frequency, 1005), (.level, -10)])
    let lines = lines(20...5100)
    #expect(lines.count == levels.count)
    for (line, level) in zip(lines, levels) { #expect(abs(line.level + 10 - level) < 0.001) }
    let step = wave == 1 ? 2.0 : 1
    for (index, line) in lines.enumerated() { #expect(line.frequency == 1005 * (1 + step * Double(index))) }
    #expect(view.level(at: 1005) < -199)
  }

  /// An impulse in each period has all harmonics, with twice the mean.
  @Test func impulsesHaveEqualLines() {
    set([(.wave, 6), (.frequency, 480), (.level, 0)])
    let lines = lines(100...2000)
    #expect(lines.count == 4)
    for line in lines { #expect(abs(line.level - 20 * log10(0.02)) < 1e-6) }
  }

  /// A level of the effective value is 3 dB higher for a sine.
  @Test func theReferenceChangesTheLevel() {
    set([(.level, -20), (.reference, 1)])
    #expect(abs(view.handlePoint.level + 20 - 3.0103) < 1e-4)
  }

  /// The thirds of octaves from 20 Hz to 20 kHz of noise with an effective value, summed.
  @Test(arguments: [(3, -20 + 3.01 - 0.79), (4, -20 + 3.01 - 1.04)] as [(Float, Double)])
  func noiseHasItsPower(wave: Float, sum: Double) {
    set([(.wave, wave), (.level, -20), (.reference, 1)])
    // White noise has 20 of 24 kHz. Pink noise has ln(1000) of 1 + ln(2400) parts, as it is white below 10 Hz.
    let powers = (0..<30).map { pow(10, view.level(at: 20 * pow(2, (Double($0) + 0.5) / 3)) / 10) }
    // The poles and zeros of the pink noise deviate by up to 0.3 dB from its slope.
    #expect(abs(10 * log10(powers.reduce(0, +)) - sum) < 0.35)
    #expect(view.extremes(from: 20, to: 20_000).first == nil)
  }

  @Test func aToneThatIsOffHasNoSpectrum() {
    set([(.on, 0)])
    #expect(lines(20...20_000).isEmpty && view.state(0) == .off)
  }

  /// A drag moves the frequency by what determines the pitch, and the level.
  @Test func theHandleMovesThePitch() {
    let area = panel.picture.area
    func drag(time: UInt32) {
      let (x, y) = panel.picture.handlePlace(0)
      panel.pressed(x, y, time: time, Modifiers())
      panel.pointerMoved(x + area.width * log10(2) / 3, y + area.height * 6 / 90, Modifiers())
      panel.released(x, y)
    }
    drag(time: 1000)
    #expect(abs(value(.frequency) - 2000) < 0.1 && abs(value(.level) + 26) < 1e-3)
    set([(.pitch, 1), (.note, 60)])
    drag(time: 3000)
    #expect(value(.note) == 72 && abs(value(.level) + 32) < 1e-3 && abs(value(.frequency) - 2000) < 0.1)
    set([(.pitch, 2), (.a4, 440)])
    drag(time: 5000)
    #expect(value(.a4) == 480)
    set([(.wave, 4)])
    drag(time: 7000)
    #expect(abs(value(.level) + 44) < 1e-3)
  }

  @Test func fieldsWithoutEffectAreDim() {
    func used(_ ports: [Port]) -> [Bool] { ports.map { view.isUsed($0.rawValue) } }
    #expect(used([.frequency, .note, .a4, .sweep]) == [true, false, false, false])
    set([(.pitch, 1)])
    #expect(used([.frequency, .note, .a4]) == [false, true, true])
    set([(.wave, 5)])
    #expect(used([.frequency, .note, .sweep, .restart]) == [false, false, true, true])
    #expect(view.text(5, of: Port.wave.rawValue).string == "Sweep")
  }

  /// Notes have names, which can be typed.
  @Test func notesHaveNames() {
    #expect(view.text(60, of: Port.note.rawValue).string == "C4")
    let declaration = view.ports[Port.note.rawValue]
    var typed = TypedValue(Text("F#3"))
    #expect(typed.value(for: declaration) == 54)
  }

  /// A trigger is on while its field is pressed, and its movement changes nothing.
  @Test func restartIsOnWhilePressed() throws {
    let index = try #require(panel.fields.firstIndex(of: Port.restart.rawValue))
    let place = panel.layout.field(index).middle
    panel.pressed(place.x, place.y, time: 1000, Modifiers())
    #expect(value(.restart) == 1)
    panel.pointerMoved(place.x, place.y + 20, Modifiers())
    #expect(value(.restart) == 1)
    panel.released(place.x, place.y + 20)
    #expect(value(.restart) == 0 && panel.typed == nil && !panel.history.canUndo)
    panel.scrolled(place.x, place.y, steps: 1, Modifiers())
    #expect(value(.restart) == 0)
  }

  /// A key switches a trigger on until the plug-in has got it. There is nothing to undo.
  @Test(arguments: [Key.enter, .character(32)]) func restartIsOnShortlyAfterAKey(key: Key) {
    for _ in 0..<2 { panel.pressed(.backTab, Modifiers()) }
    #expect(panel.focus == .field(Port.restart.rawValue))
    for _ in 0..<2 {
      #expect(panel.pressed(key, Modifiers()) && value(.restart) == 1)
      #expect(panel.endTrigger() && value(.restart) == 0 && !panel.endTrigger())
    }
    for other: Key in [.up, .right, .pageUp, .end] {
      #expect(!panel.pressed(other, Modifiers()) && value(.restart) == 0)
    }
    #expect(!panel.history.canUndo)
  }

  /// What an undo returns to has no trigger, also if the change before it was one.
  @Test func anUndoDoesNotRestart() {
    for _ in 0..<2 { panel.pressed(.backTab, Modifiers()) }
    panel.pressed(.backTab, Modifiers())
    let before = panel.view.values
    #expect(panel.pressed(.up, Modifiers()) && panel.history.canUndo)
    _ = panel.pressed(.tab, Modifiers())
    #expect(panel.pressed(.enter, Modifiers()) && value(.restart) == 1 && panel.endTrigger())
    panel.undo()
    #expect(value(.restart) == 0 && panel.view.values == before)
  }
}
