import Foundation
import Testing

@testable import Importing

/// Settings of other equalizers, as presets of the parametric EQ.
@Suite struct EQImportTests {
  let tool: Tool

  init() throws { tool = try Tool() }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: tool.path(name), atomically: true, encoding: .utf8)
  }

  // MARK: Reading

  @Test func theFormatsOfFiltersAreRead() throws {
    let file = try EQFile(
      """
      # A remark
      Preamp: -6.1 dB
      Filter 1: ON LSC Fc 105 Hz Gain 5.5 dB Q 0.70
      Filter  2: ON  PK       Fc    63,5 Hz  Gain  -5,0 dB  Q  4,00
      Filter  3: OFF PK       Fc    80.0 Hz  Gain  -5.0 dB  Q  4.00
      Filter  4: ON  None
      Filter 5: ON PK Fc 50 Hz Gain -10.1 dB BW Oct 1
      Filter: ON HP Fc 30 Hz
      Dated: today
      Delay: 10 ms
      """)
    #expect(file.preamp == -6.1)
    #expect(file.filters.map(\.kind) == [.lowShelf, .bell, .bell, .highpass])
    #expect(file.filters.map(\.frequency) == [105, 63.5, 50, 30])
    #expect(file.filters.map(\.gain) == [5.5, -5, -10.1, 0])
    // One octave is a Q of √2 (the cookbook).
    #expect(abs(file.filters[2].q - 2.0.squareRoot()) < 1e-9)
    #expect(file.ignored == ["line 10: delay"])
  }

  /// Equalizer APO multiplies a frequency with three decimals by 1000, because REW separates thousands as the country does.
  @Test(arguments: [
    ("1,338", 1338), ("1.338", 1338), ("1.338,5", 1338.5), ("1,338.5", 1338.5), ("1 338", 1338),
    ("1\u{A0}338", 1338), ("1\u{202F}338,5", 1338.5), ("1'338", 1338), ("63,5", 63.5), ("63.50", 63.5), ("12.5", 12.5),
    ("1338.000", 1338), ("80", 80), ("8000", 8000), ("1e3", 1000),
  ]) func thousandsCanBeSeparated(_ number: String, _ hertz: Double) throws {
    for unit in [" Hz", "Hz", ""] {
      let file = try EQFile("Filter: ON PK Fc \(number)\(unit) Gain -3.2 dB Q 1")
      #expect(file.filters.map(\.frequency) == [hertz] && file.filters[0].gain == -3.2)
    }
  }

  @Test(arguments: [
    ("LP Q Fc 80 Hz Q 0.71", EQFilter.Kind.lowpass, 0.71), ("HP Q Fc 80 Hz Q 0.71", .highpass, 0.71),
    ("LP Fc 80 Hz", .lowpass, 0.5.squareRoot()), ("Notch Fc 80 Hz", .notch, 30), ("Notch Q Fc 80 Hz Q 4", .notch, 4),
    ("All pass Fc 80 Hz Q 2", .allpass, 2), ("Modal Fc 80 Hz Gain -3 dB Q 5 T60 target 300 ms", .bell, 5),
    ("LS Q Fc 80 Hz Gain 3 dB Q 0.9", .lowShelf, 0.9), ("HS Q Fc 80 Hz Gain 3 dB Q 0.9", .highShelf, 0.9),
    ("PK Fc80Hz Gain-3.2dB Q3", .bell, 3), ("PK Fc 80Hz Gain -3.2dB BW Oct 1", .bell, 2.0.squareRoot()),
  ]) func theTypesOfREWAreRead(_ line: String, _ kind: EQFilter.Kind, _ q: Double) throws {
    let filter = try #require(try EQFile("Filter 1: ON  \(line)").filters.first)
    #expect(filter.kind == kind && filter.frequency == 80 && abs(filter.q - q) < 1e-9, "\(filter)")
  }

  @Test func unitsNeedNoSpaceAndAGraphicEqualizerCanEndWithASeparator() throws {
    let file = try EQFile("Preamp: -6.2dB\nGraphicEQ: 20 1; 30 2dB; ")
    #expect(file.preamp == -6.2 && file.points.map(\.frequency) == [20, 30] && file.points.map(\.level) == [1, 2])
  }

  /// With a slope of 12 dB per octave, a shelf of the cookbook has a Q of 1/√2.
  @Test func theSlopeOfAShelfBecomesQ() throws {
    let file = try EQFile("Filter: ON HSC 12 dB Fc 8000 Hz Gain 6 dB\nFilter: ON LS Fc 100 Hz Gain 6 dB")
    #expect(abs(file.filters[0].q - 0.5.squareRoot()) < 1e-9 && file.filters[0].frequency == 8000)
    // Without slope and Q, Equalizer APO takes the slope S = 0.9 and the frequency of half the gain. With A = 10^(6/40), the
    // cookbook has 1/Q² = (A + 1/A)(1/S - 1) + 2 = 2.2356, so Q = 0.6688.
    #expect(file.filters[1].frequency == 100 && file.filters[1].kind == .lowShelf)
    #expect(abs(file.filters[1].q - 0.6688) < 1e-4)
  }

  /// The frequency of LS and HS with a slope or Q is the corner: half the gain is 10^(gain/80/S) above or below it, where a Q of
  /// 1/√2 is S = 1. A slope of 6 dB per octave is S = 0.5.
  @Test(arguments: [
    ("LS Fc 100 Hz Gain 6 dB Q 0.70710678", 118.850), ("HS Fc 100 Hz Gain -6 dB Q 0.70710678", 84.140),
    ("LS 6 dB Fc 100 Hz Gain 6 dB", 141.254), ("LS 6dB Fc 100 Hz Gain 6 dB", 141.254),
    ("LSC Fc 100 Hz Gain 6 dB Q 0.70710678", 100), ("LS Q Fc 100 Hz Gain 6 dB Q 0.70710678", 100),
    ("HS Fc 100 Hz Gain 6 dB", 100),
  ]) func theFrequencyOfAShelfIsItsCornerOrItsCenter(_ line: String, _ hertz: Double) throws {
    let filter = try #require(try EQFile("Filter: ON \(line)").filters.first)
    #expect(abs(filter.frequency - hertz) < 1e-3, "\(filter)")
  }

  @Test(arguments: [
    ("Filter: ON PK Fc 100 Hz Gain 3 dB", "line 1: the filter has neither Q nor a bandwidth"),
    ("\nFilter: ON PK Gain 3 dB Q 1", "line 2: the filter has no frequency"),
    ("Filter: ON PK Fc x Hz Gain 3 dB Q 1", "line 1: 'x' is not a number"),
    ("Filter: ON PK Fc 1 33 Hz Gain 3 dB Q 1", "line 1: '1 33' is not a number"),
    ("Filter: ON LP1 Fc 3 Hz", "line 1: filters of the type LP1 are not imported"),
    ("Filter: ON IIR Fc 3 Hz", "line 1: filters of the type IIR are not imported"),
    ("GraphicEQ: 20 1; 30", "line 1: ' 30' is not a frequency and a level"),
    ("no settings", "no filter and no GraphicEQ was found"),
  ]) func aMistakeIsNamed(_ text: String, _ message: String) throws {
    let error = try #require(throws: EQFile.Failure.self) { try EQFile(text) }
    #expect(error.description.contains(message), "\(error)")
  }

  private static let filter = "Filter: ON PK Fc 100 Hz Gain 3 dB Q 1\n"

  @Test(arguments: [
    ("Channel: L", [EQFilter.Channel.left]), ("Channel: 2", [.right]), ("Channel: L R", [.stereo]),
    ("Channel: C\n\(filter)Channel: all", [.stereo]), ("Channel: R\n\(filter)Channel: L", [.right, .left]),
    ("Channel: l\n\(filter)channel: ALL", [.left, .stereo]),
  ]) func filtersAreForTheirChannels(_ lines: String, _ channels: [EQFilter.Channel]) throws {
    #expect(try EQFile("\(lines)\n\(Self.filter)").filters.map(\.channel) == channels)
  }

  /// The text of *Copy as EqualizerAPO* for a band of each channel.
  @Test func theTextOfTheParametricEQIsReadBack() throws {
    let (to, from) = ("Copy: L=0.5*L+0.5*R R=0.5*L+-0.5*R\n", "Copy: L=L+R R=L+-1*R\n")
    let file = try EQFile(
      """
      Preamp: -2 dB
      \(Self.filter)Channel: R
      \(Self.filter)Channel: all
      \(to)Channel: L
      \(Self.filter)Channel: all
      \(from)Channel: all
      \(to)Channel: R
      \(Self.filter)Channel: all
      \(from)Channel: all
      """)
    #expect(file.filters.map(\.channel) == [.stereo, .right, .mid, .side] && file.preamp == -2 && file.ignored.isEmpty)
  }

  /// A high shelf after a preamplification of minus half its gain is a tilt, as *Copy as EqualizerAPO* writes that of one channel.
  @Test func theTiltOfAChannelIsReadBack() throws {
    let tilt = "Preamp: -1.5 dB\nFilter: ON HSC Fc 100 Hz Gain 3 dB Q 1\n"
    let shelf = "Filter: ON HSC Fc 100 Hz Gain 3 dB Q 1\n"
    let file = try EQFile("Preamp: -2 dB\nChannel: L\n\(tilt)\(Self.filter)Channel: R\n\(shelf)\(tilt)")
    #expect(file.filters.map(\.kind) == [.tilt, .bell, .highShelf, .tilt] && file.preamp == -2)
    #expect(file.filters.map(\.channel) == [.left, .left, .right, .right])
    for (hertz, level) in [(0.1, -1.5), (100, 0), (1e5, 1.5)] {
      #expect(abs(file.filters[0].level(at: hertz) - level) < 1e-3)
    }
    let preset = EQPreset(name: "Tilt", fit: try EQFit(file)).bundle[1].text
    #expect(preset.contains("lv2:symbol \"type_1\" ;\n\t\tpset:value 8.0"))
    #expect(preset.contains("lv2:symbol \"gain_1\" ;\n\t\tpset:value 3.0"))
  }

  @Test func linesForOtherChannelsAreNamed() throws {
    let file = try EQFile("\(Self.filter)Channel: SUB C\nPreamp: -3 dB\n\(Self.filter)GraphicEQ: 20 1")
    #expect(file.ignored == ["line 2: the lines for channel SUB C"])
    #expect(file.filters.count == 1 && file.preamp == 0 && file.points.isEmpty)
  }

  /// A preamplification of each channel is that of both if it is the same.
  @Test func equalPreamplificationsOfTheChannelsAreOne() throws {
    let file = try EQFile("Preamp: -1 dB\nChannel: L\nPreamp: -3 dB\nChannel: R\nPreamp: -3 dB\n\(Self.filter)")
    #expect(file.preamp == -4)
  }

  @Test(arguments: [
    ("Channel: L\nPreamp: -3 dB\n\(filter)", "the channels have different preamplifications"),
    ("Channel: R\nGraphicEQ: 20 1", "line 2: a GraphicEQ for one channel"),
    ("GraphicEQ: 20 1\nGraphicEQ: 20 1", "line 2: a GraphicEQ for one channel, or a second one, is not imported"),
    ("Copy: L=R\n\(filter)", "line 1: copies of channels are not imported"),
    ("Copy: L=0.5*L+0.5*R R=0.5*L+-0.5*R\n\(filter)", "mid and side are not copied back"),
    ("If: inputChannelCount == 2\n\(filter)EndIf:", "line 1: conditions are not imported"),
  ]) func whatNoBandCanDoIsRefused(_ text: String, _ message: String) throws {
    let error = try #require(throws: EQFile.Failure.self) { try EQFile(text) }
    #expect(error.description.contains(message), "\(error)")
  }

  /// The definitions of the cookbook: a bell has its gain at its frequency, a shelf half of it, a lowpass Q.
  @Test func theLevelsAreThoseOfTheCookbook() {
    #expect(abs(EQFilter(kind: .bell, frequency: 500, gain: -7, q: 3).level(at: 500) + 7) < 1e-9)
    for kind in [EQFilter.Kind.lowShelf, .highShelf] {
      let shelf = EQFilter(kind: kind, frequency: 500, gain: 8, q: 0.7)
      #expect(abs(shelf.level(at: 500) - 4) < 1e-9)
      #expect(abs(shelf.level(at: kind == .lowShelf ? 0.1 : 1e6) - 8) < 1e-3)
    }
    #expect(abs(EQFilter(kind: .lowpass, frequency: 500, q: 2).level(at: 500) - 20 * log10(2)) < 1e-9)
    #expect(EQFilter(kind: .notch, frequency: 500, q: 2).level(at: 500) < -150)
    #expect(abs(EQFilter(kind: .bandpass, frequency: 500, q: 2).level(at: 500)) < 1e-9)
  }

  // MARK: Fitting

  @Test func upToEightFiltersStayAsTheyAre() throws {
    let file = try EQFile((1...8).map { "Filter: ON PK Fc \($0 * 100) Hz Gain \($0) dB Q 1" }.joined(separator: "\n"))
    let fit = try EQFit(file)
    #expect(fit.isExact && fit.bands == file.filters && fit.largestError < 1e-9)
  }

  /// A graphic equalizer that has the response of eight bands is met by them.
  @Test func aResponseOfEightBandsIsFound() throws {
    let truth =
      [EQFilter(kind: .lowShelf, frequency: 90, gain: 5, q: 0.7)]
      + [(200, -3, 1), (450, 2, 2), (1100, -2.5, 1.5), (2400, 4, 2), (5200, -5, 3), (9000, 3, 2)].map {
        EQFilter(kind: .bell, frequency: $0.0, gain: $0.1, q: $0.2)
      }
    let points = (0...199).map { index in
      let hertz = 20 * pow(1000, Double(index) / 199)
      return "\(hertz) \(truth.reduce(-4) { $0 + $1.level(at: hertz) })"
    }
    let fit = try EQFit(EQFile("Preamp: -2 dB\nGraphicEQ: " + points.joined(separator: "; ")))
    #expect(!fit.isExact && fit.bands.count == 8)
    // The text's 200 points are joined by straight lines.
    #expect(fit.largestError < 0.1, "\(fit.largestError) dB")
  }

  /// The filters without gain remain, and the others are met by fewer bands.
  @Test func moreFiltersThanBandsComeClose() throws {
    let lines =
      (0..<11).map { "Filter: ON PK Fc \(40 * pow(1.8, Double($0))) Hz Gain \($0 % 2 == 0 ? 3 : -2) dB Q 1.4" }
      + ["Filter: ON HPQ Fc 25 Hz Q 0.9"]
    let fit = try EQFit(EQFile(lines.joined(separator: "\n")))
    #expect(fit.bands.count == 8 && fit.bands.contains { $0.kind == .highpass && $0.frequency == 25 && $0.q == 0.9 })
    #expect(fit.meanError < 0.7 && fit.largestError >= fit.meanError && fit.meanError > 0)
  }

  @Test func passesThatDoNotFitAreRefused() throws {
    let text = (1...9).map { "Filter: ON NO Fc \($0 * 100) Hz" }.joined(separator: "\n")
    let error = try #require(throws: EQFile.Failure.self) { try EQFit(EQFile(text)) }
    #expect(error.description.contains("do not fit into 8 bands"))
  }

  @Test func filtersOfOneChannelAreNotFitted() throws {
    let text = "Channel: L\n" + String(repeating: Self.filter, count: 9)
    let error = try #require(throws: EQFile.Failure.self) { try EQFit(EQFile(text)) }
    #expect(error.description.contains("filters for one channel are only imported as they are"))
  }

  // MARK: The command

  /// The plug-in in mono has no channels.
  @Test func filtersOfOneChannelAreForStereo() throws {
    try write("left.txt", "Channel: L\n\(Self.filter)")
    let result = try tool.run("eq-import", "left.txt", "out")
    #expect(result.output.contains("\nfor stereo only, because there are filters for one channel\n"))
    for name in ["manifest", "preset"] {
      let text = try String(contentsOfFile: tool.path("out/left.lv2/\(name).ttl"), encoding: .utf8)
      #expect(text.contains("parametric-eq-stereo") && !text.contains("parametric-eq-mono"))
    }
    let chain = try String(contentsOfFile: tool.path("out/left.conf"), encoding: .utf8)
    #expect(chain.contains("\"channel_1\" = 1.0"))
  }

  @Test func theFilesAreWritten() throws {
    try write("phones.txt", "Preamp: -3 dB\nFilter 1: ON HSC Fc 8000 Hz Gain 6 dB Q 0.7\nDelay: 10 ms")
    let result = try tool.run("eq-import", "phones.txt", "out")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output
        == "1 filter, as in the file\nwritten: out/phones.lv2, out/phones.conf\nnot imported: line 3: delay\n")
    let preset = try String(contentsOfFile: tool.path("out/phones.lv2/preset.ttl"), encoding: .utf8)
    for line in ["lv2:appliesTo <urn:martlet:parametric-eq-stereo>", "lv2:symbol \"gain_1\" ;\n\t\tpset:value 6.0"] {
      #expect(preset.contains(line), "\(line)")
    }
    let chain = try String(contentsOfFile: tool.path("out/phones.conf"), encoding: .utf8)
    #expect(
      chain.contains("plugin = \"urn:martlet:parametric-eq-stereo\"") && chain.contains("\"frequency_1\" = 8000.0"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: tool.path("out")).sorted() == ["phones.conf", "phones.lv2"])
    // Nothing is replaced.
    let again = try tool.run("eq-import", "phones.txt", "out")
    #expect(again.status == 1 && again.errors.contains("out/phones.lv2 exists already"))
  }

  /// U+FEFF, with which some editors begin a file, is not part of the first line.
  @Test func aByteOrderMarkIsSkipped() throws {
    try write("marked.txt", "\u{FEFF}Preamp: -3 dB\nFilter 1: ON HSC Fc 8000 Hz Gain 6 dB Q 0.7")
    #expect(try tool.run("eq-import", "marked.txt", "out").status == 0)
    let chain = try String(contentsOfFile: tool.path("out/marked.conf"), encoding: .utf8)
    #expect(chain.contains("\"gain\" = -3.0"))
  }

  /// The output gain is at least -24 dB.
  @Test func aPreamplificationBeyondTheOutputGainIsADifference() throws {
    try write("quiet.txt", "Preamp: -30 dB\n\(Self.filter)")
    let result = try tool.run("eq-import", "quiet.txt", "out")
    #expect(result.output.contains("the difference is 6.0 dB on average and 6.0 dB at most"), "\(result.output)")
  }

  /// The controls of the preset with this subject in a Turtle file, by symbol.
  private func controls(_ subject: String, in path: String) throws -> [String: Double] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let preset = try #require(text.components(separatedBy: "\n\n").first { $0.hasPrefix("<\(subject)>") })
    let ports = preset.matches(of: /lv2:symbol "(\w+)" ;\s+pset:value (\S+)/)
    return Dictionary(uniqueKeysWithValues: ports.map { (String($0.1), Double($0.2) ?? .nan) })
  }

  /// A host keeps the controls that a preset does not set. The factory preset *Default* sets all of them.
  @Test(arguments: ["mono", "stereo"]) func thePresetSetsAllControls(_ layout: String) throws {
    try write("one.txt", "Filter: ON HS Q Fc 5000 Hz Gain 6 dB Q 0.7")
    #expect(try tool.run("eq-import", "one.txt", "out").status == 0)
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let factory = tests.deletingLastPathComponent().appending(path: "Bundles/martlet.lv2").path()
    var expected = try controls(
      "urn:martlet:parametric-eq-\(layout):preset:default", in: "\(factory)/parametric-eq-\(layout)-presets.ttl")
    #expect(expected.count > 80)
    for (symbol, value) in [("type_1", 2.0), ("frequency_1", 5000), ("gain_1", 6), ("q_1", 0.7)] {
      expected[symbol] = value
    }
    #expect(try controls("#\(layout)", in: tool.path("out/one.lv2/preset.ttl")) == expected)
  }

  @Test(arguments: [("K7.1.txt", "K7.1"), ("HD650", "HD650"), (".eq", ".eq")])
  func onlyTheExtensionIsLeftOutOfTheName(_ file: String, _ name: String) throws {
    try write(file, Self.filter)
    let result = try tool.run("eq-import", "./\(file)", "out")
    #expect(result.output.hasSuffix("written: out/\(name).lv2, out/\(name).conf\n"), "\(result.output)\(result.errors)")
  }

  @Test func wrongInputLeavesNothing() throws {
    try write("wrong.txt", "Filter: ON PK Fc 100 Hz")
    for (arguments, status, message) in [
      (["eq-import", "none.txt"], 1, "none.txt cannot be read"),
      (["eq-import", "wrong.txt"], 2, "wrong.txt: line 1: the filter has neither Q"),
      (["eq-import"], 2, "eq-import requires a file"),
    ] {
      let result = try tool.run(arguments)
      #expect(result.status == Int32(status) && result.errors.contains(message), "\(result.errors)")
    }
    #expect(tool.files == ["wrong.txt"])
  }
}
