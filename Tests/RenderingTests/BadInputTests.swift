import Foundation
import Testing

@testable import Rendering

/// Each failure prints one line, exits with the documented status, and writes no file.
@Suite struct BadInputTests {
  let tool: Tool
  let gain = FixtureBundle.prefix + "gain"

  init() throws {
    tool = try Tool()
    try tool.run("--noise", "--seconds", "4", "-r", "8000", "-e", "float", "in.wav")
  }

  /// Runs lv2render and expects one line that contains `text`, and no new file.
  private func expect(_ status: Int32, _ text: String, _ arguments: String...) throws {
    let before = tool.files
    let (process, _, errors) = try tool.start(arguments)
    let line = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == status, "\(line)")
    #expect(line.contains(text), "\(line)")
    #expect(line.hasPrefix("lv2render: ") && line.filter { $0 == "\n" }.count == 1, "\(line)")
    #expect(tool.files == before)
  }

  @Test func unreadableFilesAreRejected() throws {
    try expect(1, "missing.wav: No such file", "missing.wav", "out.wav", "-p", gain)
    try "this is no sound at all, whatever its name says".write(
      toFile: tool.path("text.wav"), atomically: true, encoding: .utf8)
    try expect(1, "text.wav: The file is not a readable sound file", "text.wav", "out.wav", "-p", gain)
    // Long enough for libmpg123 to fail, which prints messages.
    try Data(repeating: 0x55, count: 100_000).write(to: tool.directory.appending(path: "junk.mp3"))
    try expect(1, "junk.mp3: The file is not a readable sound file\n", "junk.mp3", "out.wav", "-p", gain)
    try Data().write(to: tool.directory.appending(path: "empty.wav"))
    try expect(1, "empty.wav: The file is not a readable sound file", "empty.wav", "out.wav", "-p", gain)
    try expect(1, ".: Is a directory", ".", "out.wav", "-p", gain)
  }

  @Test(arguments: ["wav", "flac", "aiff", "caf", "rf64", "w64", "au", "iff", "voc", "ogg", "opus", "mp3"])
  func truncatedFilesAreRejected(_ format: String) throws {
    #expect(try tool.run("in.wav", "whole.\(format)").status == 0)
    let whole = try Data(contentsOf: tool.directory.appending(path: "whole.\(format)"))
    try whole.prefix(whole.count / 2).write(to: tool.directory.appending(path: "half.\(format)"))
    #expect(try tool.run("whole.\(format)", "out.wav", "-p", gain).status == 0)
    try FileManager.default.removeItem(atPath: tool.path("out.wav"))
    try expect(1, "half.\(format): The file is ", "half.\(format)", "out.wav", "-p", gain)
  }

  /// libsndfile does not report truncation in pipes. A Wave64 header declares the length; Ogg marks the last page.
  @Test(arguments: ["wav", "aiff", "au", "w64", "ogg", "opus"])
  func truncatedFilesInAPipeAreRejected(_ format: String) throws {
    // Long enough for libsndfile to open half of an Ogg file.
    #expect(try tool.run("--noise", "--seconds", "40", "-r", "8000", "-b", "16", "long.wav").status == 0)
    #expect(try tool.run("long.wav", "whole.\(format)").status == 0)
    let whole = try Data(contentsOf: tool.directory.appending(path: "whole.\(format)"))
    try whole.prefix(whole.count / 2).write(to: tool.directory.appending(path: "half.\(format)"))
    let piped = { (name: String) in ["sh", "-c", "cat \(name).\(format) | \"$@\"", "sh"] }
    let before = tool.files
    let half = try tool.run("-", "out.wav", "-p", gain, prefix: piped("half"))
    #expect(
      half.status == 1 && half.errors.hasPrefix("lv2render: standard input: The file is truncated: "), "\(half.errors)")
    #expect(tool.files == before)
    let result = try tool.run("-", "out.wav", "-p", gain, prefix: piped("whole"))
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    // The same file without a pipe has the same length.
    #expect(try tool.run("whole.\(format)", "named.wav", "-p", gain).status == 0)
    #expect(try tool.samples("out.wav") == tool.samples("named.wav"))
  }

  /// Recorders write the length at the end. Without it, libsndfile finds no audio data. Metadata is not audio data.
  @Test func unfinishedFilesAreRejected() throws {
    try WaveFile.whole([], bits: 16).write(to: tool.path("none.wav"))
    let head = try Data(contentsOf: tool.directory.appending(path: "none.wav"))
    let tag = Data("LIST\u{16}\0\0\0INFOINAM\u{A}\0\0\0ten bytes\0".utf8)
    let sound = WaveFile.whole((0..<1000).map { $0 * 37 % 3000 }, bits: 16).samples
    for (name, rest) in [("tagged", tag), ("dead", sound), ("quiet", Data(count: 2000))] {
      try (head + rest).write(to: tool.directory.appending(path: "\(name).wav"))
    }
    for name in ["none", "tagged", "dead", "quiet"] {
      for (input, file) in [("\(name).wav", "\(name).wav"), ("-", "standard input"), ("/proc/self/fd/0", nil)] {
        let result = try tool.run(input, "out.wav", prefix: ["sh", "-c", "cat \(name).wav | \"$@\"", "sh"])
        if ["none", "tagged"].contains(name) {
          #expect(result.status == 0 && result.errors == "", "\(result.errors)")
          #expect(try tool.samples("out.wav") == [[]])
        } else {
          let reason = "The file is unfinished: its header declares no audio data, but data follows it"
          #expect(result.status == 1 && result.errors == "lv2render: \(file ?? input): \(reason)\n", "\(result.errors)")
        }
      }
    }
    // The manual page describes this way to recover the samples.
    let dd = "dd status=none if=dead.wav bs=1M skip=44 iflag=skip_bytes"
    let rescued = try tool.run(
      "-", "rescued.wav", "--raw", "16,1,44100", prefix: ["sh", "-c", "\(dd) | \"$@\"", "sh"])
    #expect(rescued.status == 0)
    #expect(try WaveFile(tool.path("rescued.wav")).samples == sound)
  }

  /// The positions of the length in AU and RF64 headers.
  @Test(arguments: [("au", 8..<12), ("rf64", 28..<36)])
  func unfinishedAUAndRF64FilesAreRejected(_ format: String, _ count: Range<Int>) throws {
    #expect(try tool.run("in.wav", "dead.\(format)", "-b", "16").status == 0)
    var bytes = try Data(contentsOf: tool.directory.appending(path: "dead.\(format)"))
    bytes.replaceSubrange(count, with: Data(count: count.count))
    try bytes.write(to: tool.directory.appending(path: "dead.\(format)"))
    try expect(1, "dead.\(format): The file is unfinished", "dead.\(format)", "out.wav", "-p", gain)
    #expect(try tool.run("--noise", "--seconds", "0", "none.\(format)").status == 0)
    #expect(try tool.run("none.\(format)", "out.wav").errors == "")
  }

  /// libmpg123 prints messages about such a file to standard error.
  @Test func damagedMP3FilesAreRejected() throws {
    #expect(try tool.run("in.wav", "whole.mp3").status == 0)
    var bytes = try Data(contentsOf: tool.directory.appending(path: "whole.mp3"))
    for index in bytes.count / 4..<bytes.count / 2 {
      bytes[index] = UInt8(truncatingIfNeeded: index &* 0x9E37_79B9 >> 7)
    }
    try bytes.write(to: tool.directory.appending(path: "damaged.mp3"))
    try expect(1, "damaged.mp3: The file is ", "damaged.mp3", "out.wav")
    try expect(1, "damaged.mp3: The file is ", "damaged.mp3", "out.wav", "-p", gain)
  }

  /// libsndfile loses a part of an MP3 stream in a pipe, and reports a wrong length of a Wave64 stream.
  @Test(arguments: [("mp3", Int32(1)), ("w64", Int32(0)), ("wav", Int32(0))])
  func filesInAPipe(_ format: String, _ status: Int32) throws {
    #expect(try tool.run("in.wav", "whole.\(format)").status == 0)
    let piped = ["sh", "-c", "cat whole.\(format) | \"$@\"", "sh"]
    let result = try tool.run("/dev/stdin", "out.wav", prefix: piped)
    #expect(result.status == status && result.errors.contains("from a pipe") == (status == 1), "\(result.errors)")
    guard status == 0 else { return }
    // The output is a WAV file if it is shorter than 4 GB.
    #expect(try Data(contentsOf: tool.directory.appending(path: "out.wav")).starts(with: Data("RIFF".utf8)))
    #expect(try tool.samples("out.wav") == tool.samples("in.wav"))
  }

  /// libmpg123 estimates its length and counts the tag as audio data.
  @Test func anMP3WithoutDeclaredLengthIsAccepted() throws {
    #expect(try tool.run("in.wav", "declared.mp3", "--quality", "1").status == 0)
    var bytes = try Data(contentsOf: tool.directory.appending(path: "declared.mp3"))
    let head = try #require(bytes.firstRange(of: Data("Xing".utf8)))
    bytes.replaceSubrange(head, with: Data(count: 4))
    let tag = Data("ID3\u{4}\0\0".utf8) + [0, 1, 28, 32] + Data(count: 20_000)
    try (tag + bytes).write(to: tool.directory.appending(path: "undeclared.mp3"))
    for (name, expected) in [("declared.mp3", true), ("undeclared.mp3", false)] {
      #expect(SoundFileHeader.read(tool.path(name), \.declaresMPEGLength) == expected)
    }
    let result = try tool.run("undeclared.mp3", "out.wav", "-p", gain)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    // The first frame, of 576 or 1152 samples, and the padding of the encoder count as audio data now.
    #expect((32_000..<36_000).contains(try tool.samples("out.wav")[0].count))
  }

  /// Swift would replace the invalid bytes. Foundation cannot pass such arguments, but a shell can.
  @Test(arguments: ["\"$name\" out.wav", "in.wav \"$name\"", "in.wav out.wav -p \"$name\""])
  func namesThatAreNotUTF8AreRejected(_ names: String) throws {
    let before = tool.files
    let result = try tool.run([], prefix: ["sh", "-c", "name=$(printf 'caf\\351.wav'); \"$@\" \(names)", "sh"])
    #expect(result.status == 2)
    let reason = "'caf\u{FFFD}.wav', is not UTF-8; rename the file or use a link\n"
    #expect(result.errors.hasPrefix("lv2render: argument ") && result.errors.hasSuffix(reason), "\(result.errors)")
    #expect(tool.files == before)
    // Names in UTF-8 are accepted.
    #expect(try tool.run("in.wav", "café 音.wav").status == 0)
    #expect(try tool.run("café 音.wav", "out.wav").status == 0)
    #expect(try tool.samples("out.wav") == tool.samples("in.wav"))
  }

  @Test func unwritableOutputsAreRejected() throws {
    try expect(1, "nowhere/out.wav: No such file or directory", "in.wav", "nowhere/out.wav", "-p", gain)
    try expect(1, "No space left on device; no output was written", "in.wav", "/dev/full", "-f", "wav", "-p", gain)
    // Raw files have no header, so that writing samples fails.
    try expect(
      1, "No space left on device; the output is incomplete", "in.wav", "/dev/full", "-f", "raw", "-p", gain)
    try FileManager.default.createDirectory(atPath: tool.path("folder.wav"), withIntermediateDirectories: true)
    try expect(1, "folder.wav: Is a directory", "in.wav", "folder.wav", "-p", gain)
  }

  @Test func brokenLinksAreRejected() throws {
    let links = ["circle.wav": "circle.wav", "lost.wav": "nowhere/out.wav", "through.wav": "in.wav/out.wav"]
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(atPath: tool.path(link), withDestinationPath: target)
    }
    try expect(1, "circle.wav: Too many levels of symbolic links; no output was written", "in.wav", "circle.wav")
    try expect(1, "lost.wav: No such file or directory; no output was written", "in.wav", "lost.wav", "-p", gain)
    try expect(1, "through.wav: Not a directory; no output was written", "in.wav", "through.wav", "-p", gain)
    for (link, target) in links {
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: tool.path(link)) == target)
    }
    let before = tool.files
    let line = "name=$(printf 'caf\\351.wav'); exec 9>gone; rm gone; ln -s \"$name\" foreign.wav; \"$@\""
    let unnamed = try tool.run(["in.wav", "/proc/self/fd/9", "-f", "wav"], prefix: ["sh", "-c", line, "sh"])
    #expect(
      unnamed.errors == "lv2render: /proc/self/fd/9: The file was deleted and has no name; no output was written\n")
    let foreign = try tool.run("in.wav", "foreign.wav")
    #expect(
      foreign.errors == "lv2render: foreign.wav: The link leads to a name that is not UTF-8; no output was written\n")
    #expect(tool.files == before.union(["foreign.wav"]))
  }

  /// The number of bytes of the longest times does not overflow 64 bits.
  @Test func theLongestTimesFit() throws {
    let frames = "\(TimePoint.longest)f"
    try expect(
      1, "No space left on device", "--noise", "--channels", "1024", "--seconds", frames, "--tail", frames, "-r",
      "768000", "/dev/full", "-f", "wav", "-e", "double")
    #expect(try tool.run("in.wav", "out.wav", "--max-tail", frames, "-p", gain).status == 0)
    #expect(try tool.samples("out.wav") == tool.samples("in.wav"))
  }

  @Test func aFullDisk() throws {
    // With a file size limit of 1024 * 512 bytes, a write fails as on a full disk.
    try tool.run("--noise", "--seconds", "40", "-r", "8000", "-e", "float", "long.wav")
    let before = tool.files
    let limited = ["sh", "-c", "ulimit -f 1024; exec \"$@\"", "sh"]
    let result = try tool.run("long.wav", "out.wav", "-p", gain, prefix: limited)
    #expect(result.status == 1)
    #expect(result.errors == "lv2render: out.wav: File too large; no output was written\n")
    #expect(tool.files == before)
  }

  /// Encoders write their last bytes when the file is closed. The unit of the limit is 512 bytes.
  @Test(arguments: ["wav", "flac", "caf", "w64", "ogg", "opus", "mp3"])
  func aDiskThatIsFullAtTheLastBytes(_ format: String) throws {
    #expect(try tool.run("in.wav", "whole.\(format)").status == 0)
    let size = try Data(contentsOf: tool.directory.appending(path: "whole.\(format)")).count
    let before = tool.files
    let limited = { (units: Int) in ["sh", "-c", "ulimit -f \(units); exec \"$@\"", "sh"] }
    let result = try tool.run("in.wav", "out.\(format)", prefix: limited((size - 1) / 512))
    #expect(
      result.status == 1 && result.errors.hasSuffix("File too large; no output was written\n"), "\(result.errors)")
    #expect(tool.files == before)
    #expect(try tool.run("in.wav", "out.\(format)", prefix: limited((size - 1) / 512 + 1)).status == 0)
  }

  @Test func theInputIsNeverOverwritten() throws {
    let before = try Data(contentsOf: tool.directory.appending(path: "in.wav"))
    try expect(2, "in.wav is the input", "in.wav", "in.wav", "-p", gain)
    try FileManager.default.createSymbolicLink(atPath: tool.path("link.wav"), withDestinationPath: "in.wav")
    try expect(2, "link.wav is the input", "in.wav", "link.wav", "-p", gain)
    #expect(try Data(contentsOf: tool.directory.appending(path: "in.wav")) == before)
  }

  @Test func aBreakpointFileIsNeverOverwritten() throws {
    let points = "0 1\n1 2\n"
    try points.write(toFile: tool.path("points.raw"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: tool.path("link.raw"), withDestinationPath: "points.raw")
    for output in ["points.raw", "./points.raw", "link.raw"] {
      try expect(2, "\(output) is a breakpoint file", "in.wav", output, "-p", gain, "-p", gain, "amount=@points.raw")
    }
    #expect(try String(contentsOfFile: tool.path("points.raw"), encoding: .utf8) == points)
    #expect(try tool.run("in.wav", "out.raw", "-p", gain, "amount=@points.raw").status == 0)
  }

  @Test func unknownPluginsAndControlsAreRejected() throws {
    try expect(2, "urn:nobody", "in.wav", "out.wav", "-p", "urn:nobody")
    try expect(2, "did you mean \(gain)?", "in.wav", "out.wav", "-p", gain + "s")
    try expect(2, "no control 'amuont'; did you mean 'amount'?", "in.wav", "out.wav", "-p", gain, "amuont=1")
    try expect(
      2, "no preset 'Quartet'; did you mean 'Quarter'?", "in.wav", "out.wav", "-p", gain, "--preset", "Quartet")
    try expect(2, "11 is out of range for 'amount' (0 to 10)", "in.wav", "out.wav", "-p", gain, "amount=11")
    try expect(2, "out of range", "in.wav", "out.wav", "-p", gain, "amount=1@0,11@1")
    try expect(2, "out of range", "in.wav", "out.wav", "-p", gain, "amount=nan")
    try expect(2, "'loud' is not a value of 'amount'", "in.wav", "out.wav", "-p", gain, "amount=loud")
    try expect(1, "none.txt: No such file", "in.wav", "out.wav", "-p", gain, "amount=@none.txt")
  }

  @Test func unsuitableChannelCountsAreRejected() throws {
    try tool.run("--noise", "--channels", "3", "--seconds", "1", "-r", "8000", "three.wav")
    try tool.run("--noise", "--channels", "2", "--seconds", "1", "-r", "8000", "two.wav")
    let swap = FixtureBundle.prefix + "swap"
    try expect(2, "has 2 audio inputs, but its input has 3 channels", "three.wav", "out.wav", "-p", swap)
    try expect(2, "cannot be mixed", "three.wav", "out.wav", "-i", "two.wav", "-p", gain)
    try expect(2, "requires an input", "out.wav", "--seconds", "1", "-p", gain)
  }

  @Test func wrongUse() throws {
    try expect(2, "unknown option '--frobnicate'", "--frobnicate")
    try expect(2, "option --rate requires a value", "in.wav", "out.wav", "--rate")
    try expect(2, "no output file")
    try expect(2, "no input file", "out.wav")
    try expect(2, "--preset requires a plug-in before it", "in.wav", "out.wav", "--preset", "Quarter")
    try expect(2, "'in.wav' is an extra operand", "in.wav", "in.wav", "out.wav")
    try expect(2, "'xyz' is not a known format", "in.wav", "out.xyz")
    try expect(2, "use --format", "in.wav", "out")
    try expect(2, "requires a time such as 2", "in.wav", "out.wav", "--tail", "long")
    for option in ["--tail", "--max-tail", "--seconds", "--fade"] {
      try expect(2, "requires a time such as 2", "in.wav", "out.wav", option, "9223372036854775807f", "-p", gain)
    }
    try expect(2, "--seconds", "--tone", "440", "out.wav")
    try expect(
      2, "--tone requires a frequency such as 440 or a note such as A4, not 'H9'", "--tone", "H9", "--seconds", "1",
      "out.wav")
    try expect(2, "not below half the sample rate", "--tone", "5000", "-r", "8000", "--seconds", "1", "out.wav")
    try expect(2, "flac does not support", "in.wav", "out.flac", "-e", "float")
    try expect(2, "sd2 stores its header in a second file", "in.wav", "out.sd2")
    try Data(count: 100).write(to: tool.directory.appending(path: "in.raw"))
    try expect(2, "in.raw has no header; give its layout", "in.raw", "out.wav")
    try expect(
      2, "--raw requires encoding, channels and rate such as 16,2,44100, not '16,2'", "in.raw", "out.wav", "--raw",
      "16,2")
    try expect(2, "'17' is not a known encoding", "in.raw", "out.wav", "--raw", "17,2,48000")
    try expect(2, "--bits requires 8, 16, 20, 24 or 32, not '12'", "in.wav", "out.wav", "-b", "12")
  }

  @Test func failuresOfPluginsAreReported() throws {
    let place = "Plug-in 2, Test crash <urn:martlet:test:crash>, in run() at "
    try expect(3, place, "in.wav", "out.wav", "-p", gain, "-p", FixtureBundle.prefix + "crash")
    try expect(3, "crashed: Segmentation fault", "in.wav", "out.wav", "-p", FixtureBundle.prefix + "crash")
    try expect(
      3, "in instantiate() crashed: Segmentation fault", "in.wav", "out.wav", "-p",
      FixtureBundle.prefix + "crash-instantiate")
    try expect(3, "returned NULL\n", "in.wav", "out.wav", "-p", FixtureBundle.prefix + "null")
    try expect(
      3, "returned NULL: not today: 42 is no day\n", "in.wav", "out.wav", "-p", FixtureBundle.prefix + "refuse")
    try expect(
      3, "ended the process with exit status 0", "in.wav", "out.wav", "-p", FixtureBundle.prefix + "exit")
    try expect(
      3, "in run() at 0.000 s did not return within 1 s", "in.wav", "out.wav", "--timeout", "1", "-p",
      FixtureBundle.prefix + "hang")
  }

  @Test func aCrashAfterTheLastBlockIsAWarning() throws {
    let result = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "crash-cleanup")
    #expect(result.status == 0)
    #expect(result.errors.contains("warning: ") && result.errors.contains("in cleanup() crashed"))
    #expect(try tool.samples("out.wav") == (try tool.samples("in.wav")))
  }

  @Test func theOutputOfPluginsIsDiscardedUnlessVerbose() throws {
    let talk = FixtureBundle.prefix + "talk"
    #expect(try tool.run("in.wav", "out.wav", "-p", talk).output == "")
    #expect(try tool.run("in.wav", "out.wav", "-p", talk).errors == "")
    #expect(try tool.run("in.wav", "out.wav", "-v", "-p", talk).errors.contains("a plug-in talks"))
    let refusal = try tool.run("in.wav", "out.wav", "-v", "-p", FixtureBundle.prefix + "refuse")
    #expect(refusal.errors.hasPrefix("not today:\n42 is no day\nlv2render: Plug-in 1, "), "\(refusal.errors)")
  }

  @Test func nonFiniteSamplesAreReplacedAndReported() throws {
    let result = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "nan")
    #expect(result.status == 0)
    // One sample in each block of 1024 of 32000 frames; a tail with NaN only is silent.
    #expect(result.errors.contains("32 samples were NaN or infinite"))
    let output = try tool.samples("out.wav")[0]
    #expect(output.count == 32_000 && output[0] == 0)
  }

  /// A pipe without a writer, a pipe with a writer that stops, and an output pipe without a reader.
  @Test(.timeLimit(.minutes(1)), arguments: ["closed", "stuck", "unread", "stream"])
  func signalsEndTheProgramWhileAPipeBlocks(_ state: String) throws {
    try #require(mkfifo(tool.path("pipe"), 0o600) == 0)
    let before = tool.files
    // Without a plug-in, the main thread reads. With a plug-in, it waits for the input thread.
    for chain in [[], ["-p", gain]] {
      let names =
        switch state {
        case "unread": ["in.wav", "pipe", "-f", "au"]
        case "stream": ["in.wav", "-", "-f", "au"]
        default: ["pipe", "out.wav"]
        }
      let (process, _, errors) = try tool.start(names + chain, prefix: Tool.defaultSignals)
      var other: Int32 = -1
      defer { close(other) }
      if state == "unread" { other = open(tool.path("pipe"), O_RDONLY | O_NONBLOCK) }
      if state == "stuck" {
        other = open(tool.path("pipe"), O_WRONLY)
        let sound = try Data(contentsOf: tool.directory.appending(path: "in.wav")).prefix(50_000)
        try sound.withUnsafeBytes { bytes in
          try #require(write(other, bytes.baseAddress, bytes.count) == bytes.count)
        }
      }
      usleep(300_000)
      #expect(process.isRunning)
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 130)
      let line = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let outcome = state == "stream" ? "the output is incomplete" : "no output was written"
      #expect(line == "lv2render: interrupted; \(outcome)\n")
      #expect(tool.files == before)
    }
  }

  /// A pipe without a reader causes an error instead of SIGPIPE, with and without a plug-in.
  @Test(.timeLimit(.minutes(1)), arguments: [false, true]) func aClosedPipeIsAnError(_ hasPlugin: Bool) throws {
    try #require(mkfifo(tool.path("pipe"), 0o600) == 0)
    let before = tool.files
    let (process, _, errors) = try tool.start(
      ["in.wav", "pipe", "-f", "au"] + (hasPlugin ? ["-p", gain] : []), prefix: Tool.defaultSignals)
    // The header has 24 bytes; the audio data is longer than the capacity of a pipe.
    let reader = try FileHandle(forReadingFrom: tool.directory.appending(path: "pipe"))
    #expect(try reader.read(upToCount: 24)?.count == 24)
    try reader.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    let line = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(line == "lv2render: pipe: Broken pipe; the output is incomplete\n")
    #expect(tool.files == before)
  }

  /// nohup ignores SIGHUP; a shell ignores SIGINT in background processes. lv2render always ignores SIGPIPE.
  @Test(.timeLimit(.minutes(1))) func ignoredSignalsStayIgnored() throws {
    try #require(mkfifo(tool.path("pipe"), 0o600) == 0)
    let (process, _, errors) = try tool.start(
      ["pipe", "out.wav", "-p", gain], prefix: ["--ignore-signal=HUP,INT,TERM"])
    // Opening the pipe waits until lv2render has installed its signal handlers.
    let pipe = try FileHandle(forWritingTo: tool.directory.appending(path: "pipe"))
    for signal in [SIGHUP, SIGINT, SIGTERM, SIGPIPE] { kill(process.processIdentifier, signal) }
    // A separate writer receives SIGPIPE if lv2render has ended.
    let writer = Process()
    writer.executableURL = URL(filePath: "/usr/bin/env")
    writer.arguments = ["cat", tool.path("in.wav")]
    writer.standardOutput = pipe
    try writer.run()
    try pipe.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "")
    #expect(try tool.samples("out.wav") == (try tool.samples("in.wav")))
  }

  /// All signals from outside whose default action ends a process.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGIO, SIGPWR,
      SIGSTKFLT, SIGXCPU,
    ])
  func anInterruptionLeavesNoFiles(_ signal: Int32) throws {
    let before = tool.files
    let (process, _, errors) = try tool.start(
      ["in.wav", "out.wav", "--timeout", "30", "-p", FixtureBundle.prefix + "hang"], prefix: Tool.defaultSignals)
    // The plug-in never returns, so the signal always arrives during the rendering.
    while tool.files == before { usleep(10_000) }
    usleep(200_000)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
    let line = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(line == "lv2render: interrupted; no output was written\n")
    #expect(tool.files == before)
  }
}
