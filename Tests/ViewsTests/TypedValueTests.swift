import LV2Kit
import Testing

@testable import Views

/// Numbers, notes and units that a user types, and the texts that show values.
@Suite struct TypedValueTests {
  private static let frequency = ControlPort.input(
    "frequency", "Frequency", 20...20_000, initial: 100, unit: .hertz, scale: .logarithmic, comment: "")
  private static let gain = ControlPort.input("gain", "Gain", -50...50, initial: 0, unit: .decibels, comment: "")
  private static let delay = ControlPort.input(
    "delay", "Delay", 0.05...1000, initial: 10, unit: .milliseconds, scale: .logarithmic, comment: "")
  private static let slope = ControlPort.input(
    "slope", "Slope", 12...48, initial: 12, scale: .steps(of: 12), stepLabel: " dB/octave", comment: "")

  private func read(_ string: String, _ port: ControlPort) -> Float? {
    var reader = TypedValue(Text(string))
    return reader.value(for: port)
  }

  @Test(
    arguments: [
      ("1.2k", 1200), ("1,2 kHz", 1200), (" 440", 440), ("440hz", 440), ("A4", 440), ("a4+20", 445.11),
      ("A4 -20", 434.95),
      ("C#4", 277.18), ("Bb3", 233.08), ("E♭7 +8", 2500.56), ("10 ms", 100), ("5", 20), ("99999", 20_000), (".5k", 500),
    ] as [(String, Float)])
  func frequency(text: String, expected: Float) throws {
    let value = try #require(read(text, Self.frequency))
    #expect(abs(value - expected) < 0.01 * expected / 100 + 0.005)
  }

  @Test(arguments: [("-6", -6), ("+3.5 dB", 3.5), ("\u{2212}12", -12), ("- 4", -4), ("60", 50)] as [(String, Float)])
  func level(text: String, expected: Float) { #expect(read(text, Self.gain) == expected) }

  @Test(arguments: [("9.1ms", 9.1), ("0.12 s", 120), ("100 Hz", 10), ("A4", 2.2727), ("1kHz", 1)] as [(String, Float)])
  func time(text: String, expected: Float) throws {
    #expect(abs(try #require(read(text, Self.delay)) - expected) < 1e-4 * expected)
  }

  /// A number in another unit than that of the control is converted, and the text that shows a value is the value.
  @Test(
    arguments: [
      ("5 ms", .seconds, 0.005), ("500ms", .seconds, 0.5), ("2 s", .seconds, 2), ("2 sec", .seconds, 2),
      ("1.5 min", .seconds, 90), ("20 Hz", .seconds, 0.05), ("1 kHz", .seconds, 0.001), ("A4", .seconds, 1.0 / 440),
      ("2 min", .milliseconds, 120_000), ("50 \u{b5}s", .milliseconds, 0.05), ("50 us", .milliseconds, 0.05),
      ("120 BPM", .hertz, 2), ("2 Hz", .beatsPerMinute, 120), ("500 ms", .beatsPerMinute, 120),
      ("120 BPM", .beatsPerMinute, 120), ("50 ct", .semitones, 0.5), ("1 oct", .semitones, 12),
      ("-7 semi", .semitones, -7),
      ("2 st", .cents, 200), ("3 semitones", .octaves, 0.25), ("50 %", .percent, 50), ("3 beats", .beats, 3),
    ] as [(String, LV2Kit.Unit, Float)])
  func unit(text: String, unit: LV2Kit.Unit, expected: Float) throws {
    let port = ControlPort.input("p", "P", -1e6...1e6, initial: 0, unit: unit, comment: "")
    #expect(abs(try #require(read(text, port)) - expected) <= 1e-6 * abs(expected))
  }

  @Test func anotherMeasureIsRejected() {
    #expect(read("5 ct", Self.frequency) == nil)
    #expect(read("2 s", .input("p", "P", 0...12, initial: 0, unit: .semitones, comment: "")) == nil)
  }

  @Test(arguments: ["", "abc", "-", "H4", "k", ".", "A", "nan", "inf"])
  func otherTextIsRejected(text: String) { #expect(read(text, Self.frequency) == nil) }

  @Test func aNoteIsNoLevel() { #expect(read("A4", Self.gain) == nil) }

  @Test func stepsAreRounded() { #expect(read("30", Self.slope) == 36 && read("13", Self.slope) == 12) }

  @Test(
    arguments: [
      (440, "440 Hz"), (1234.5, "1.23 kHz"), (999.6, "1.00 kHz"), (20_000, "20.0 kHz"), (20, "20.0 Hz"),
      (99.96, "100 Hz"),
    ] as [(Float, String)])
  func showsFrequencies(value: Float, expected: String) { #expect(Text(value, of: Self.frequency).string == expected) }

  @Test func showsValues() {
    #expect(Text(-6.04, of: Self.gain).string == "\u{2212}6.0 dB")
    #expect(Text(0.04, of: Self.gain).string == "0.0 dB")
    #expect(Text(2.5, of: Self.gain).string == "+2.5 dB")
    #expect(Text(24, of: Self.slope).string == "24 dB/octave")
    #expect(Text(0.0512, of: Self.delay).string == "0.051 ms")
  }

  @Test(
    arguments: [(440, "A4"), (27.5, "A0"), (8.33, "C-1 +32"), (261.63, "C4"), (450, "A4 +39")] as [(Double, String)])
  func showsNotes(frequency: Double, expected: String) throws {
    var text = Text()
    text.append(try #require(Note(frequency: frequency)))
    #expect(text.string == expected)
  }

  @Test(arguments: [0, -10, -.infinity, .infinity, .nan] as [Double])
  func aFrequencyWithoutPitchHasNoNote(frequency: Double) {
    #expect(Note(frequency: frequency) == nil)
  }

  @Test func aLongTextIsCut() {
    var text = Text()
    for _ in 0..<100 { text.append("ab") }
    #expect(text.count == 63 && text.string.count == 63)
  }

  @Test func theLastCharacterIsRemovedAsAWhole() {
    var text = Text("A\u{266d}")
    text.removeLast()
    #expect(text.string == "A")
  }
}

extension Text {
  init(_ string: String) {
    self.init()
    for byte in string.utf8 { append(byte) }
  }

  var string: String { withCString { String(cString: $0) } }
}
