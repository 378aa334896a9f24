import Foundation
import Testing

@testable import Rendering

/// Containers, encodings, dither, sample rates and normalization.
@Suite struct FormatTests {
  let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run("--noise", "--channels", "2", "--seconds", "1", "-r", "48000", "-e", "float", "in.wav")
  }

  @Test(arguments: ["wav", "flac", "aiff", "aif", "caf", "w64", "rf64", "au", "paf", "nist", "wavex"])
  func keeps24BitsInEveryLosslessContainer(_ format: String) throws {
    let result = try tool.run("in.wav", "out.bin", "-f", format, "-b", "24", "--no-dither")
    #expect(result.status == 0, "\(result.errors)")
    let (input, output) = (try tool.samples("in.wav"), try tool.samples("out.bin"))
    #expect(output[0].count == 48_000)
    let round = { (sample: Float) -> Float in (sample * 0x1p23).rounded(.toNearestOrEven) * 0x1p-23 }
    #expect(output == input.map { $0.map(round) })
  }

  @Test(arguments: ["ogg", "opus", "mp3"])
  func writesLossyFormats(_ format: String) throws {
    #expect(try tool.run("--tone", "A4", "--seconds", "1", "-e", "float", "tone.wav").status == 0)
    let result = try tool.run("tone.wav", "out.\(format)")
    #expect(result.status == 0, "\(result.errors)")
    let output = try tool.samples("out.\(format)")[0]
    // Codecs pad the end; MP3 adds up to two frames of 1152 samples on each side.
    #expect((48_000...53_000).contains(output.count))
    let (middle, power) = (output[20_000..<30_000], Float(0.251_188_64 * 0.251_188_64 / 2))
    // The level of the tone, -12 dBFS, is kept within 0.5 dB.
    #expect(abs(middle.reduce(0) { $0 + $1 * $1 } / 10_000 / power - 1) < 0.12)
  }

  /// libsndfile reports that WAV supports the encoding of MP3, but cannot write it.
  @Test func mp3IsConvertedToWAV() throws {
    #expect(try tool.run("in.wav", "out.mp3").status == 0)
    let result = try tool.run("out.mp3", "back.wav")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try FileSource(path: tool.path("back.wav")).format.bits == 24)
  }

  @Test(arguments: ["16", "float"]) func filesWithoutAHeaderKeepTheirSamples(_ encoding: String) throws {
    #expect(try tool.run("in.wav", "in.raw", "-e", encoding, "--no-dither").status == 0)
    let result = try tool.run("in.raw", "out.wav", "--raw", "\(encoding),2,48000")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try tool.run("in.wav", "direct.wav", "-e", encoding, "--no-dither").status == 0)
    #expect(try tool.samples("out.wav") == tool.samples("direct.wav"))
    #expect(try FileSource(path: tool.path("out.wav")).rate == 48_000)
  }

  /// Opus supports few rates; Vorbis fails at the first block; IFF has a field of 16 bits, HTK a period in units of 100
  /// ns; WVE has one fixed rate.
  @Test(arguments: [
    ("opus", "44100", "opus does not support 44100 Hz (libsndfile: Error : Opus only supports sample rates of 8000"),
    ("ogg", "384000", "ogg does not support 384000 Hz; use --rate"),
    ("iff", "96000", "its header would contain 30464 Hz. Use --rate"),
    ("htk", "48000", "its header would contain 48076 Hz"), ("wve", "48000", "its header would contain 8000 Hz"),
  ])
  func unsupportedRatesAreRejected(_ format: String, _ rate: String, _ text: String) throws {
    let before = tool.files
    let result = try tool.run("--tone", "440", "--seconds", "1", "-r", rate, "out.\(format)")
    #expect(result.status == 2 && result.errors.contains(text), "\(result.errors)")
    #expect(tool.files == before)
    // Every format supports 8000 Hz.
    #expect(try tool.run("--tone", "440", "--seconds", "1", "-r", "8000", "out.\(format)").status == 0)
    #expect(try FileSource(path: tool.path("out.\(format)")).rate == 8000)
  }

  @Test(arguments: ["ogg", "opus", "mp3"]) func higherQualityGivesLargerFiles(_ format: String) throws {
    let sizes = try ["0", "0.5", "1"].map { quality in
      #expect(try tool.run("in.wav", "out.\(format)", "--quality", quality).status == 0)
      return try Data(contentsOf: tool.directory.appending(path: "out.\(format)")).count
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
  }

  @Test func theEncodingOfTheInputIsKept() throws {
    #expect(try tool.run("in.wav", "sixteen.wav", "-b", "16").status == 0)
    #expect(try tool.run("sixteen.wav", "out.aiff").status == 0)
    #expect(try FileSource(path: tool.path("out.aiff")).format.bits == 16)
    #expect(try tool.run("in.wav", "out.wav").status == 0)
    #expect(try FileSource(path: tool.path("out.wav")).format.isFloat)
  }

  @Test func ditherDecorrelatesTheErrorOfATone() throws {
    // At a peak of 1.5 quantization steps, rounding without dither produces a third harmonic.
    let level = "-86.8dB"
    let tone = ["--tone", "1000", "--seconds", "2", "--level", level, "-r", "48000"]
    for (name, option) in [("plain.wav", "--no-dither"), ("dithered.wav", "--dither")] {
      let (process, _, _) = try tool.start(tone + ["-b", "16", option, name])
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let harmonic = { (name: String) in Self.amplitude(of: 3000, in: try tool.samples(name)[0]) * 32_768 }
    // Dither and rounding have a variance of 1/4 step squared: over 96000 frames, the expected amplitude at one
    // frequency is 0.5 * sqrt(4 / 96000) = 0.003 steps.
    #expect(try harmonic("plain.wav") > 0.05)
    #expect(try harmonic("dithered.wav") < 0.02)
    let tone16 = Self.amplitude(of: 1000, in: try tool.samples("dithered.wav")[0]) * 32_768
    #expect(abs(tone16 - 1.497) < 0.02)
  }

  @Test func ditherIsIndependentOfNoiseWithTheSameSeed() throws {
    let noise = ["--noise", "--seconds", "1", "-r", "48000"]
    for arguments in [["-e", "float", "exact.wav"], ["-b", "16", "dithered.wav"]] {
      let (process, _, _) = try tool.start(noise + arguments)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let exact = try tool.samples("exact.wav")[0]
    let errors = zip(exact, try tool.samples("dithered.wav")[0]).map { $1 - $0 }
    let product = { (a: [Float], b: [Float]) in zip(a, b).reduce(0.0) { $0 + Double($1.0) * Double($1.1) } }
    let correlation = product(errors, exact) / (product(errors, errors) * product(exact, exact)).squareRoot()
    // For independent noise, the standard deviation is 1 / sqrt(48000) = 0.005.
    #expect(abs(correlation) < 0.025)
    // Variances in steps squared: 1/6 for the triangular dither, 1/12 for rounding.
    #expect(abs(product(errors, errors) / 48_000 * 0x1p30 - 0.25) < 0.01)
  }

  /// The amplitude of one frequency at 48 kHz.
  private static func amplitude(of frequency: Double, in samples: [Float]) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in samples.enumerated() {
      let phase = 2 * Double.pi * frequency * Double(frame) / 48_000
      real += Double(sample) * cos(phase)
      imaginary += Double(sample) * sin(phase)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }

  @Test func clippingIsCountedAndReported() throws {
    let gain = FixtureBundle.prefix + "gain"
    let result = try tool.run("in.wav", "out.wav", "-b", "16", "--no-dither", "-p", gain, "amount=8")
    #expect(result.status == 0)
    let expected = try tool.samples("in.wav").joined().count { abs($0 * 8) > 1 }
    #expect(expected > 1000)
    #expect(result.errors.contains("warning: \(expected) samples were clipped; the peak is +"))
    #expect(try tool.samples("out.wav").joined().allSatisfy { abs($0) <= 1 })
    #expect(try tool.run("in.wav", "float.wav", "-p", gain, "amount=8").errors == "")
    #expect(try tool.samples("float.wav").joined().contains { $0 > 1.5 })
  }

  @Test func normalizationSetsThePeak() throws {
    let gain = FixtureBundle.prefix + "gain"
    #expect(try tool.run("in.wav", "out.wav", "--normalize=-6dB", "-p", gain, "amount=8").errors == "")
    let peak = try #require(try tool.samples("out.wav").joined().map(abs).max())
    // Two roundings.
    #expect(abs(peak - Decibels(-6).factor) < 4 * .ulpOfOne)
  }

  /// Dither beyond full scale does not count as clipping.
  @Test func normalizationWithDitherDoesNotClip() throws {
    let result = try tool.run("in.wav", "out.wav", "--normalize", "-b", "16")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let peak = try #require(try tool.samples("out.wav").joined().map(abs).max())
    // One step of noise and half a step of rounding.
    #expect(peak <= 1 && peak > 1 - 2 * 0x1p-15)
  }

  @Test func rateConversionKeepsTimeAndLevel() throws {
    #expect(
      try tool.run("--tone", "1000", "--seconds", "1", "-r", "44100", "-e", "float", "--fade", "50ms", "tone.wav")
        .status == 0)
    #expect(try tool.run("tone.wav", "up.wav", "-r", "96000").status == 0)
    let output = try tool.samples("up.wav")[0]
    #expect(output.count == 96_000)
    // The error of soxr's VHQ is below -120 dB; the level is 0.2512.
    for frame in stride(from: 10_000, to: 86_000, by: 911) {
      let expected = 0.251_188_64 * sin(2 * Double.pi * 1000 * Double(frame) / 96_000)
      #expect(abs(Double(output[frame]) - expected) < 1e-6)
    }
  }

  @Test func stringsAreKept() throws {
    try tool.run("--tone", "440", "--seconds", "1", "plain.flac")
    let tagged = tool.path("tagged.flac")
    try Self.tag(tool.path("plain.flac"), as: tagged, title: "Swift", artist: "Apus apus")
    #expect(try tool.run("tagged.flac", "out.wav", "-p", FixtureBundle.prefix + "gain").status == 0)
    let strings = try FileSource(path: tool.path("out.wav")).strings
    #expect(strings[1] == "Swift" && strings[4] == "Apus apus")
  }

  /// Copies a file with `SoundWriter`, with a title and an artist.
  private static func tag(_ source: String, as path: String, title: String, artist: String) throws {
    let file = try FileSource(path: source)
    let target = try OutputTarget(path)
    let writer = try SoundWriter(
      target, format: file.format, channels: 1, rate: file.rate, strings: [1: title, 4: artist], dither: false,
      quality: nil, seed: 1)
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096)
    defer { buffer.deallocate() }
    while case let count = try file.read(into: buffer), count > 0 { try writer.write([buffer.baseAddress!], 0..<count) }
    try writer.finish()
  }

  @Test func fadesStartAndEndAtSilence() throws {
    #expect(
      try tool.run("--tone", "440", "--seconds", "2", "--fade", "10ms", "-e", "float", "--level", "0dB", "tone.wav")
        .status == 0)
    let tone = try tool.samples("tone.wav")[0]
    #expect(tone.count == 96_000)
    #expect(abs(tone[..<48].map(abs).max()!) < 0.03 && abs(tone[95_952...].map(abs).max()!) < 0.03)
    #expect(tone[480..<2000].map(abs).max()! > 0.999)
  }

  @Test func equalRunsGiveEqualFiles() throws {
    for name in ["a.wav", "b.wav"] {
      #expect(try tool.run("in.wav", name, "-b", "16", "-p", FixtureBundle.prefix + "gain").status == 0)
    }
    let read = { (name: String) in try Data(contentsOf: self.tool.directory.appending(path: name)) }
    #expect(try read("a.wav") == read("b.wav"))
    #expect(try tool.run("in.wav", "c.wav", "-b", "16", "--seed", "2", "-p", FixtureBundle.prefix + "gain").status == 0)
    #expect(try read("c.wav") != read("a.wav"))
  }

  @Test func theOutputKeepsItsModeAndItsLink() throws {
    try Data().write(to: tool.directory.appending(path: "real.wav"))
    chmod(tool.path("real.wav"), 0o640)
    try FileManager.default.createSymbolicLink(atPath: tool.path("link.wav"), withDestinationPath: "real.wav")
    #expect(try tool.run("in.wav", "link.wav").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: tool.path("link.wav")) == "real.wav")
    var status = stat()
    #expect(stat(tool.path("real.wav"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try tool.samples("real.wav") == (try tool.samples("in.wav")))
  }

  /// A chain of relative links and an absolute link to files that do not exist yet.
  @Test func danglingLinksAreFollowed() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: tool.path("folder"), withIntermediateDirectories: true)
    let links = ["folder/second": "../made.wav", "first.wav": "folder/second", "whole.wav": tool.path("there.wav")]
    for (link, target) in links { try files.createSymbolicLink(atPath: tool.path(link), withDestinationPath: target) }
    for (link, file) in [("first.wav", "made.wav"), ("whole.wav", "there.wav")] {
      #expect(try tool.run("in.wav", link).status == 0)
      var status = stat()
      #expect(lstat(tool.path(file), &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
      #expect(try tool.samples(file) == (try tool.samples("in.wav")))
    }
    for (link, target) in links { #expect(try files.destinationOfSymbolicLink(atPath: tool.path(link)) == target) }
    #expect(try files.contentsOfDirectory(atPath: tool.path("folder")) == ["second"])
  }
}
