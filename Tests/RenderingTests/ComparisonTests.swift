import Foundation
import Testing

@testable import Comparing
@testable import Rendering

/// The sentences about sounds that differ.
@Suite struct ComparisonTests {
  /// Noise of a second at 48 kHz, in two channels.
  private static let noise: Sound = {
    var state: UInt32 = 1
    let channels = (0..<2).map { _ in
      (0..<48_000).map { _ -> Float in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Float(Int32(bitPattern: state)) / Float(1 << 32)
      }
    }
    return Sound(channels, rate: 48_000)
  }()

  private func sentence(_ sound: Sound, _ reference: Sound = noise, tolerance: Float = 1e-6) -> String {
    let difference = SoundDifference(sound, from: reference, tolerance: tolerance, name: "the reference")
    #expect(
      difference.isAudible == (difference.sentence.wholeMatch(of: /The output equals the reference(\.|;.*)/) == nil))
    return difference.sentence
  }

  private func mapped(_ change: ([Float]) -> [Float]) -> Sound { Sound(Self.noise.channels.map(change), rate: 48_000) }

  /// A lowpass of first order.
  private func lowpassed(_ pole: Float) -> Sound {
    mapped { samples in
      var state: Float = 0
      return samples.map { sample in
        state += (1 - pole) * (sample - state)
        return state
      }
    }
  }

  @Test func equalSounds() {
    #expect(sentence(Self.noise) == "The output equals the reference.")
    // 2^-21, which changes the noise, whose samples are below 0.5, without rounding.
    let close = mapped { $0.map { ($0 * 0x1p20).rounded() * 0x1p-20 } }
    let other = Sound(close.channels.map { $0.map { $0 + 0x1p-21 } }, rate: 48_000)
    #expect(sentence(other, close) == "The output equals the reference; the difference is at most -126.4 dBFS.")
  }

  @Test(arguments: [1, 12, 1000, 20_000]) func delays(_ delay: Int) {
    let frames = "\(delay) frame\(delay == 1 ? "" : "s")"
    let later = mapped { Array(([Float](repeating: 0, count: delay) + $0).prefix(48_000)) }
    #expect(sentence(later) == "The output equals the reference after \(frames) of delay.")
    #expect(sentence(Self.noise, later) == "The output equals the reference \(frames) earlier.")
  }

  @Test func polarity() {
    #expect(sentence(mapped { $0.map { -$0 } }) == "The output equals the reference, but is inverted.")
  }

  @Test func gains() {
    let ratio = Float(pow(10, 0.3 / 20))
    #expect(sentence(mapped { $0.map { ratio * $0 } }) == "The output equals the reference, but is 0.3 dB louder.")
    #expect(
      sentence(mapped { $0.map { -$0 / 2 } }) == "The output equals the reference, but is inverted and 6.0 dB quieter.")
    let all = mapped { Array(([0, 0, 0] + $0.map { -ratio * $0 }).prefix(48_000)) }
    #expect(
      sentence(all) == "The output equals the reference after 3 frames of delay, but is inverted and 0.3 dB louder.")
  }

  @Test func spectra() {
    let text = sentence(lowpassed(0.5), lowpassed(0.55))
    #expect(
      text.wholeMatch(of: /The output differs from the reference above [0-9.]+ k?Hz by up to 1\.[0-9] dB\./) != nil,
      "\(text)")
  }

  @Test func places() {
    var changed = Self.noise
    changed.channels[1][33_600] += 0.01
    #expect(sentence(changed) == "The output differs from the reference from 0.7 s on by up to -40.0 dBFS.")
    changed.channels[1][33_600] = .nan
    #expect(sentence(changed).contains("from 0.7 s on"))
  }

  @Test func layouts() {
    let mono = Sound([Self.noise.channels[0]], rate: 44_100)
    #expect(sentence(mono) == "The output has 1 channel at 44100 Hz, and the reference has 2 channels at 48000 Hz.")
  }

  /// A tone has many delays, and silence none.
  @Test func tonesAndSilence() {
    let tone = Sound([(0..<48_000).map { Float(sin(2 * .pi * Double($0) / 48)) }], rate: 48_000)
    let inverse = Sound([tone.channels[0].map { -$0 }], rate: 48_000)
    #expect(sentence(inverse, tone) == "The output equals the reference, but is inverted.")
    let silence = Sound([[Float](repeating: 0, count: 48_000)], rate: 48_000)
    #expect(sentence(silence, silence) == "The output equals the reference.")
    #expect(sentence(tone, silence).hasPrefix("The output differs from the reference"))
  }

  // MARK: The command

  /// A copy of the bundle whose code has another constant.
  private func mutated(_ tool: Tool, _ name: String, _ old: String, _ new: String) throws -> String {
    let bundle = URL(filePath: tool.path(name))
    try FileManager.default.copyItem(at: URL(filePath: FixtureBundle.path + "/fixture.lv2"), to: bundle)
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let source = try String(contentsOf: folder.appending(path: "Fixtures/fixture.c"), encoding: .utf8)
    #expect(source.contains(old))
    let changed = bundle.appending(path: "fixture.c")
    try source.replacingOccurrences(of: old, with: new).write(to: changed, atomically: true, encoding: .utf8)
    let library = bundle.appending(path: "fixture.so").path()
    try FileManager.default.removeItem(atPath: library)
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/env"),
      arguments: ["cc", "-shared", "-fPIC", "-O1", "-w", "-o", library, changed.path(), "-lm"])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return name
  }

  @Test(arguments: [
    ("gain", "p->port[0][i] * *p->port[2]", "1.0351422f * p->port[0][i] * *p->port[2]", ", but is 0.3 dB quieter."),
    ("gain", "p->port[0][i] * *p->port[2]", "-p->port[0][i] * *p->port[2]", ", but is inverted."),
    (
      "delay", "run_line(handle, frames, DELAY, 0, 1);", "run_line(handle, frames, DELAY - 12, 0, 1);",
      " after 12 frames of delay."
    ),
  ])
  func mutatedBundles(_ plugin: String, _ old: String, _ new: String, _ end: String) throws {
    let tool = try Tool()
    let bundle = try mutated(tool, "old.lv2", old, new)
    let arguments = ["-q", "--noise", "--seconds", "1", "-p", FixtureBundle.prefix + plugin, "--against", bundle]
    let result = try tool.run(arguments + ["--diff", "diff.wav"])
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.output == "The output equals that of old.lv2\(end)\n")
    #expect(try tool.samples("diff.wav")[0].contains { abs($0) > 1e-3 })
  }

  /// The old code is a lowpass of first order, with a level of -1.7 dB at half the sample rate: 0.9 / 1.1.
  @Test func aMutatedCutoff() throws {
    let tool = try Tool()
    let lowpass = "(p->factor += 0.9f * (p->port[0][i] * *p->port[2] - p->factor))"
    let bundle = try mutated(tool, "old.lv2", "p->port[0][i] * *p->port[2]", lowpass)
    let result = try tool.run(
      "-q", "--noise", "--seconds", "1", "-r", "48000", "-p", FixtureBundle.prefix + "gain", "--against", bundle)
    #expect(result.status == 1, "\(result.errors)")
    let pattern = /The output differs from that of old.lv2 above [0-9.]+ kHz by up to 1\.7 dB\.\n/
    #expect(result.output.wholeMatch(of: pattern) != nil, "\(result.output)")
  }

  @Test func unchangedBundlesAreEqual() throws {
    let tool = try Tool()
    let result = try tool.run(
      "-q", "--noise", "--seconds", "1", "-p", FixtureBundle.prefix + "gain", "--against",
      FixtureBundle.path + "/fixture.lv2")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("fixture.lv2.\n") && result.output.hasPrefix("The output equals that of "))
  }

  @Test func toleranceOfAReference() throws {
    let tool = try Tool()
    let input = ["-q", "--noise", "--seconds", "1", "-r", "48000"]
    let chain = ["-p", FixtureBundle.prefix + "gain"]
    #expect(try tool.run(input + ["reference.wav", "-b", "16", "--no-dither"] + chain).status == 0)
    let strict = try tool.run(input + chain + ["--reference", "reference.wav"])
    #expect(strict.status == 1)
    // Half a step of 16 bits is 2^-16: -96.3 dBFS.
    let tolerant = try tool.run(input + chain + ["--reference", "reference.wav", "--tolerance", "-96dB"])
    #expect(tolerant.status == 0)
    #expect(tolerant.output == "The output equals reference.wav; the difference is at most -96.3 dBFS.\n")
  }

  @Test func wrongComparisons() throws {
    let tool = try Tool()
    for arguments in [
      ["--diff", "d.wav", "o.wav"], ["-p", "urn:x", "--reference", "a.wav", "b.wav", "c.wav"], ["--against", "x.lv2"],
    ] {
      #expect(try tool.run(["--noise", "--seconds", "1"] + arguments).status == 2)
    }
    let other = try tool.run(
      "--noise", "--seconds", "1", "-p", FixtureBundle.prefix + "gain", "--against", "/usr/lib/lv2/eg-amp.lv2")
    #expect(other.status == 2)
    #expect(other.errors.contains("has no plug-in of the chain"))
  }

  /// A file that is read, or is part of a plug-in, is never the difference.
  @Test func aDifferenceReplacesNoFileThatIsRead() throws {
    let tool = try Tool()
    let gain = FixtureBundle.prefix + "gain"
    for name in ["in.wav", "reference.wav"] {
      #expect(try tool.run("--noise", "--seconds", "1", "-r", "8000", "-e", "float", name).status == 0)
    }
    let contents = { try Data(contentsOf: URL(filePath: tool.path($0))) }
    let before = try ["in.wav", "reference.wav"].map(contents)
    for (path, message) in [
      ("reference.wav", "reference.wav is the reference; "), ("./in.wav", "./in.wav is the input; "),
      (FixtureBundle.path + "/fixture.lv2/new.wav", "new.wav is in the bundle of Test gain"),
    ] {
      let result = try tool.run(
        "in.wav", "-p", gain, "amount=2", "--reference", "reference.wav", "--diff", path)
      #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
    }
    #expect(try ["in.wav", "reference.wav"].map(contents) == before)
    #expect(tool.files == ["in.wav", "reference.wav"])
  }

  /// The second rendering would find nothing.
  @Test func aPipeIsNotRenderedTwice() throws {
    let tool = try Tool()
    #expect(try tool.run("--noise", "--seconds", "1", "-e", "float", "in.wav").status == 0)
    let against = ["--against", FixtureBundle.path + "/fixture.lv2"]
    for (arguments, message) in [
      (["-", "-p", "gain"] + against, "--against renders twice, but the input, standard input, can be read only once"),
      (["in.wav", "--side-chain", "-", "-p", "side"] + against, "but the side chain, standard input, can be"),
      (["pipe", "-p", "gain"] + against, "but the input, pipe, can be read only once"),
      (["-", "--side-chain", "-", "-p", "side", "out.wav"], "Standard input was given twice"),
      (["-", "-p", "gain", "--reference", "-"], "Standard input was given twice"),
    ] {
      let result = try tool.run(
        arguments.map { ["gain", "side"].contains($0) ? FixtureBundle.prefix + $0 : $0 },
        prefix: ["sh", "-c", "test -p pipe || mkfifo pipe; exec \"$@\" < in.wav", "sh"])
      #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    }
    #expect(tool.files == ["in.wav", "pipe"])
  }

  @Test(.timeLimit(.minutes(1))) func anInterruptedComparisonLeavesNoFolder() throws {
    let tool = try Tool()
    let folder = tool.path("temporary")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (process, _, errors) = try tool.start(
      [
        "--noise", "--seconds", "100000", "-r", "8000", "-p", FixtureBundle.prefix + "gain", "--against",
        FixtureBundle.path + "/fixture.lv2",
      ], prefix: Tool.defaultSignals + ["TMPDIR=\(folder)"])
    let contents = { try FileManager.default.subpathsOfDirectory(atPath: folder) }
    while process.isRunning, try contents().count < 2 { usleep(1_000) }
    process.terminate()
    process.waitUntilExit()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.terminationStatus == 128 + SIGTERM && text.contains("interrupted"), "\(text)")
    #expect(try contents() == [])
  }
}
