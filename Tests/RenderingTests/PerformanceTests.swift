import Foundation
import Testing

@testable import Performing
@testable import Rendering

/// What plug-ins get of MIDI files and notes. The outputs of the fixture `keys` contain the events at their frames.
@Suite struct PerformanceTests {
  let tool: Tool
  private let keys = FixtureBundle.prefix + "keys"

  init() throws { tool = try Tool() }

  /// A number of MIDI files with seven bits in each byte.
  private static func variable(_ number: Int) -> [UInt8] {
    var bytes = [UInt8(number & 127)]
    var rest = number >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 127 | 128), at: 0)
      rest >>= 7
    }
    return bytes
  }

  /// A file of format 1 with these tracks, whose events are pairs of a distance in ticks and bytes.
  private static func file(ticks: Int, _ tracks: [[(Int, [UInt8])]]) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes = Array("MThd".utf8) + number(6, 4) + number(1, 2) + number(tracks.count, 2) + number(ticks, 2)
    for track in tracks {
      let content: [UInt8] = track.flatMap { variable($0.0) + $0.1 } + [0, 0xff, 0x2f, 0]
      bytes += Array("MTrk".utf8) + number(content.count, 4) + content
    }
    return bytes
  }

  private static func tempo(_ microseconds: Int) -> [UInt8] {
    [0xff, 0x51, 3, UInt8(microseconds >> 16), UInt8(microseconds >> 8 & 255), UInt8(microseconds & 255)]
  }

  /// Two tracks: one with tempos and a meter, one with notes, in which a status is omitted.
  private static let song = file(
    ticks: 480,
    [
      [(0, tempo(500_000)), (960, tempo(333_333)), (240, [0xff, 0x58, 4, 6, 3, 36, 8]), (1, tempo(1_000_003))],
      [(0, [0x90, 60, 100]), (481, [60, 0]), (1003, [0x93, 64, 90]), (1, [0x83, 64, 0]), (2000, [0xb3, 1, 2])],
    ])

  /// The frames with values other than 0.
  private func events(_ samples: [Float]) -> [Int: Float] {
    Dictionary(uniqueKeysWithValues: samples.enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element) })
  }

  private func render(_ rate: Int, _ arguments: String...) throws -> [[Float]] {
    let result = try tool.run(
      ["-q", "out.wav", "-f", "wav", "-e", "float", "-r", "\(rate)", "--tail", "0", "-p", keys] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    return try tool.samples("out.wav")
  }

  /// The time of a tick in seconds by hand: the sections begin at the ticks 0, 960 and 1201.
  private func frame(_ tick: Int, _ rate: Int) -> Int {
    let microseconds = [(0, 500_000), (960, 333_333), (1201, 1_000_003)].enumerated().reduce(0.0) { sum, section in
      let end = [960, 1201, Int.max][section.offset]
      return sum + Double(max(0, min(tick, end) - section.element.0) * section.element.1) / 480
    }
    return Int((microseconds * 1e-6 * Double(rate)).rounded())
  }

  @Test(arguments: [(8000, "7"), (44_100, "1024"), (48_000, "333"), (96_000, "64")])
  func messagesArriveAtTheirFrames(_ rate: Int, _ block: String) throws {
    try Data(Self.song).write(to: URL(filePath: tool.path("song.mid")))
    let output = try render(rate, "--midi", "song.mid", "--block", block)
    let expected: [(Int, Float)] = [
      (0, 0x90 + 60 / 128), (481, 0x90 + 60 / 128), (1484, 0x93 + 64 / 128), (1485, 0x83 + 64 / 128),
    ]
    var sums: [Int: Float] = [:]
    for (tick, value) in expected { sums[frame(tick, rate), default: 0] += value }
    #expect(events(output[0]) == sums)
    // The last message is at the end of the file, which is the end of the output.
    #expect(output[0].count == frame(3485, rate))
  }

  @Test func temposAndMetersAreTheTransport() throws {
    try Data(Self.song).write(to: URL(filePath: tool.path("song.mid")))
    let output = try render(48_000, "--midi", "song.mid")
    let tempos = events(output[1])
    #expect(Set(tempos.keys) == Set([0, 960, 1200, 1201].map { frame($0, 48_000) }))
    // The tempo counts eighths after the change of the meter, which begins the second bar.
    for (tick, tempo, meter) in [(0, 120, 4), (960, 180, 4), (1200, 360, 6 + 1 / 128), (1201, 120, 6 + 1 / 128)]
      as [(Int, Float, Float)]
    {
      #expect(abs((tempos[frame(tick, 48_000)] ?? 0) - tempo) < 0.001)
      #expect(output[2][frame(tick, 48_000)] == meter)
    }
  }

  @Test func aTempoReplacesThoseOfTheFile() throws {
    try Data(Self.song).write(to: URL(filePath: tool.path("song.mid")))
    let output = try render(48_000, "--midi", "song.mid", "--tempo", "60")
    #expect(events(output[0]).keys.sorted() == [0, 48_100, 148_400, 148_500])
    #expect(events(output[1]).keys.sorted() == [0, 120_000])
    #expect(output[1][0] == 60)
  }

  @Test func notesOfTheCommandLine() throws {
    let output = try render(48_000, "--notes", "C4@0.5+250ms 69@1000f+24000f,1", "--tempo", "90")
    // The last message is at the end of the output.
    let expected: [Int: Float] = [24_000: 144 + 60 / 128, 1000: 144 + 69 / 128, 25_000: 128 + 69 / 128]
    #expect(events(output[0]) == expected)
    #expect(events(output[1]) == [0: 90])
    // The last message is at the end of the output.
    #expect(output[0].count == 36_000)
  }

  /// A sample and a message of the same time stay together: events are delayed as the input is.
  @Test func anEarlierDelayDelaysTheEvents() throws {
    let result = try tool.run(
      "-q", "out.wav", "-e", "float", "-r", "48000", "--noise", "--seconds", "1", "-p", FixtureBundle.prefix + "delay",
      "-p", keys, "--notes", "C4@0.5+250ms")
    #expect(result.status == 0, "\(result.errors)")
    let messages = try tool.samples("out.wav")[0].enumerated().filter { $0.element > 2 }.map(\.offset)
    #expect(messages == [24_000, 36_000])
  }

  @Test func aLengthEndsSoundingNotes() {
    var performance = Performance()
    performance.add([Performance.Note(60, velocity: 100, start: 0, length: 100)])
    performance.add([Performance.Note(62, velocity: 100, start: 80, length: 100)])
    performance.cut(at: 90)
    let messages = performance.events.compactMap { event -> [Int]? in
      if case .midi(let message) = event.content { [event.frame] + message.map(Int.init) } else { nil }
    }
    #expect(
      messages == [
        [0, 0x90, 60, 100], [80, 0x90, 62, 100], [90, 0xb0, 64, 0], [90, 0xb0, 123, 0], [90, 0x80, 60, 64],
        [90, 0x80, 62, 64],
      ])
    #expect(performance.length == 90)
  }

  @Test func repeatedNotesEndBeforeTheyBegin() {
    var performance = Performance()
    performance.add([
      Performance.Note(60, velocity: 1, start: 50, length: 50), Performance.Note(60, velocity: 1, start: 0, length: 50),
    ])
    let statuses = performance.events.compactMap { event -> UInt8? in
      if case .midi(let message) = event.content { message[0] } else { nil }
    }
    #expect(statuses == [0x90, 0x80, 0x90, 0x80])
  }

  @Test func longFilesAreExact() throws {
    // A day at 960 ticks: 60 s have 1920 quarters of 31250 µs.
    let events = [(0, Self.tempo(31_250))] + (0..<1440).map { _ in (1920 * 960, [0x90, 60, 1] as [UInt8]) }
    let performance = try MIDIFile(Self.file(ticks: 960, [events])).performance(rate: 192_000)
    let frames = performance.events.filter(\.isStart).map(\.frame)
    #expect(frames == (1...1440).map { $0 * 60 * 192_000 })
  }

  /// 25 frames of 40 ticks in a second, or 29.97: the byte is that of -25 or -29. 30000 ticks of the latter take 25.025 s.
  @Test(arguments: [(25, 1500, 72_000), (29, 30_000, 1_201_200)])
  func filmTicksHaveAFixedLength(_ frames: Int, _ tick: Int, _ frame: Int) throws {
    let bytes = Self.file(ticks: (256 - frames) << 8 | 40, [[(0, Self.tempo(1)), (tick, [0x90, 60, 1])]])
    let performance = try MIDIFile(bytes).performance(rate: 48_000)
    #expect(performance.events.filter(\.isStart).map(\.frame) == [frame])
    let tempos = performance.events.compactMap { event -> Float? in
      if case .transport(let position) = event.content { position.beatsPerMinute } else { nil }
    }
    #expect(tempos == [60])
  }

  @Test func exclusiveMessagesCanBeDivided() throws {
    let bytes = Self.file(
      ticks: 1, [[(0, [0xf0, 2, 1, 2]), (1, [0xf7, 2, 3, 0xf7]), (1, [0xf0, 2, 9, 0xf7]), (1, [0xf7, 1, 0xfa])]])
    let messages = try MIDIFile(bytes).performance(rate: 2).events.compactMap { event -> [UInt8]? in
      if case .midi(let message) = event.content { message } else { nil }
    }
    #expect(messages == [[0xf0, 1, 2, 3, 0xf7], [0xf0, 9, 0xf7], [0xfa]])
  }

  @Test func damagedFilesAreRefused() throws {
    for length in [0, 3, 13, 20, 30] {
      #expect(throws: MIDIFile.Failure.self) { try MIDIFile(Array(Self.song.prefix(length))) }
    }
    // Any bytes are refused or played.
    for place in 14..<Self.song.count {
      var bytes = Self.song
      bytes[place] ^= 0xff
      _ = try? MIDIFile(bytes).performance(rate: 48_000)
    }
    try Data("MThd".utf8).write(to: URL(filePath: tool.path("bad.mid")))
    let result = try tool.run("out.wav", "-p", keys, "--midi", "bad.mid")
    #expect(result.status == 1)
    #expect(result.errors.contains("bad.mid: The file cannot be played: it is not a standard MIDI file"))
  }

  @Test func notesNeedAnInstrument() throws {
    let result = try tool.run(
      "--tone", "440", "--seconds", "1", "o.wav", "-p", FixtureBundle.prefix + "gain", "--notes", "C4@0+1")
    #expect(result.status == 2)
    #expect(result.errors.contains("No plug-in of the chain receives MIDI"))
  }

  @Test(arguments: ["C4", "C4@0", "C4@0+", "H4@0+1", "128@0+1", "C4@0+1,0", "C4@0+1,128", "C4@-1+1", "", "C4@0+1,1,1"])
  func otherNotesAreRefused(_ text: String) { #expect(NoteList(text) == nil) }
}
