import Testing

@testable import Rendering

@Suite struct ValueTests {
  @Test(arguments: [
    ("2", 96_000), ("2s", 96_000), ("10ms", 480), ("1:30.5", 4_344_000), ("1:00:01", 172_848_000), ("48000f", 48_000),
    ("0", 0), ("0.5", 24_000), ("281474976710656f", 1 << 48), ("366503875", 17_592_186_000_000),
  ])
  func readsTimes(_ text: String, _ frames: Int) {
    #expect(TimePoint(text)?.frames(rate: 48_000) == frames)
  }

  @Test(arguments: [
    "", "-1", "s", "1:60", "1.5:00", "1:2:3:4", "nan", "inf", "1e30", "-5f", "1.5f", "1:30ms", "+1", "281474976710657f",
    "9223372036854775807f", "9223372036854775808f", "366503876", "101807:00:00",
  ])
  func rejectsInvalidTimes(_ text: String) {
    #expect(TimePoint(text) == nil)
  }

  @Test(arguments: [("-3dB", -3.0), ("-3", -3), ("6 dB", 6), ("0DB", 0), ("-0.5db", -0.5)])
  func readsGains(_ text: String, _ value: Double) {
    #expect(Decibels(text)?.value == value)
  }

  @Test func gainsAreFactorsOnAmplitudes() {
    #expect(Decibels(0).factor == 1)
    // 10^(-6 / 20) = 0.501187 to six digits.
    #expect(abs(Decibels(-6).factor - 0.501187) < 1e-6)
    #expect(Decibels("loud") == nil && Decibels("") == nil && Decibels("infdB") == nil)
  }

  @Test(arguments: [
    ("A4", 440.0), ("a4", 440), ("A3", 220), ("C4", 261.6256), ("C#3", 138.5913), ("Eb5", 622.2540), ("C-1", 8.1758),
    ("B4", 493.8833), ("440", 440), ("1.5k", 1500), ("50Hz", 50), ("1kHz", 1000),
  ])
  func readsPitches(_ text: String, _ hertz: Double) throws {
    // The table has four digits after the decimal point.
    #expect(abs(try #require(Pitch.frequency(text)) - hertz) < 0.5e-4)
  }

  @Test func theReferencePitchAppliesToNotesOnly() throws {
    #expect(Pitch.frequency("A4", a4: 442) == 442)
    #expect(Pitch.frequency("A5", a4: 442) == 884)
    #expect(Pitch.frequency("440", a4: 442) == 440)
    for text in ["", "H4", "A", "A11", "-5", "0", "A#b4", "hello"] { #expect(Pitch.frequency(text) == nil) }
  }

  @Test func settingsAreSymbolsAndValues() {
    #expect(ControlAssignment("gain=3")?.symbol == "gain")
    #expect(ControlAssignment("cutoff=200@0,8000@4s:exp")?.text == "200@0,8000@4s:exp")
    #expect(ControlAssignment("a=b=c")?.text == "b=c")
    for text in ["gain", "=3", "./x=3", "1st=3", "my-file=3.wav", "a b=3"] { #expect(ControlAssignment(text) == nil) }
  }

  @Test func suggestsTheNearestName() {
    #expect(Suggestion.text(for: "cutof", among: ["gain", "cutoff"]) == "; did you mean 'cutoff'?")
    #expect(Suggestion.text(for: "zzzzzz", among: ["gain"]) == "; available: gain")
    #expect(Suggestion.nearest(to: "bin", among: ["xi", "wav"]) == nil)
    #expect(Suggestion.text(for: "x", among: []) == "; none is available")
  }
}
