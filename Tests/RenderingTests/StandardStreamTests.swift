import Foundation
import Testing

@testable import Rendering

/// Standard input and output as pipes, files, terminals and sockets.
@Suite struct StandardStreamTests {
  let tool: Tool
  let gain = FixtureBundle.prefix + "gain"

  init() throws {
    tool = try Tool()
    try tool.run("--noise", "--channels", "2", "--seconds", "2", "-r", "8000", "-e", "float", "in.wav")
  }

  /// Runs lv2render as `"$@"` in a shell command.
  private func shell(_ line: String, _ arguments: String...) throws -> Tool.Result {
    try tool.run(arguments, prefix: ["sh", "-c", line, "sh"])
  }

  @Test(arguments: ["au", "ogg", "opus", "pvf", "sf"]) func aPipeContainsTheSamplesOfAFile(_ format: String) throws {
    #expect(try tool.run("in.wav", "file.\(format)", "-p", gain, "amount=0.5").status == 0)
    let result = try shell(
      "cat in.wav | \"$@\" | cat > piped.\(format)", "-", "-", "-f", format, "-p", gain, "amount=0.5")
    #expect(result.errors == "")
    let output = try tool.samples("piped.\(format)")
    #expect(output == (try tool.samples("file.\(format)")))
    #expect(output.count == 2 && output[1].contains { abs($0) > 0.1 })
  }

  @Test func rawSamplesPassThroughPipes() throws {
    #expect(try tool.run("in.wav", "in.raw", "-b", "16", "--no-dither").status == 0)
    let result = try shell(
      "cat in.raw | \"$@\" | cat > out.raw", "-", "-", "--raw", "16,2,8000", "-f", "raw")
    #expect(result.errors == "")
    let sound = try Data(contentsOf: tool.directory.appending(path: "in.raw"))
    #expect(try Data(contentsOf: tool.directory.appending(path: "out.raw")) == sound && sound.count == 64_000)
  }

  /// The limit is one second, and the rest of the input comes after three.
  @Test func aPauseOfTheInputIsNotOneOfThePlugIn() throws {
    let result = try shell(
      "{ head -c 60000 in.wav; sleep 3; tail -c +60001 in.wav; } | \"$@\"", "-", "out.wav", "--timeout", "1", "-p",
      gain)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try tool.samples("out.wav") == (try tool.samples("in.wav")))
  }

  /// ffmpeg and others write a placeholder for the size into a pipe.
  @Test func aPlaceholderForTheLengthIsAccepted() throws {
    var bytes = try Data(contentsOf: tool.directory.appending(path: "in.wav"))
    let size = try #require(bytes.firstRange(of: Data("data".utf8))?.upperBound)
    bytes.replaceSubrange(size..<size + 4, with: Data(repeating: 0xFF, count: 4))
    try bytes.write(to: tool.directory.appending(path: "endless.wav"))
    let result = try shell("cat endless.wav | \"$@\"", "-", "out.wav")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try tool.samples("out.wav") == (try tool.samples("in.wav")))
  }

  @Test(arguments: ["wav", "rf64", "flac", "aiff", "caf", "avr", "paf"])
  func formatsThatRequireSeekingAreRejectedForPipes(_ format: String) throws {
    let before = tool.files
    let result = try shell("cat in.wav | \"$@\" | cat > /dev/null", "-", "-", "-f", format)
    #expect(
      result.errors
        == "lv2render: \(format) requires a seekable output file, not a pipe; use --format au, raw, ogg, opus or mp3, "
        + "or name a file.\n")
    #expect(try shell("\"$@\" | cat", "in.wav", "/dev/stdout", "-f", format).errors == result.errors)
    #expect(tool.files == before)
    // Standard output that is a regular file is seekable.
    #expect(try shell("\"$@\" > direct.bin", "in.wav", "-", "-f", format).errors == "")
    // In another second: no file contains the time of writing.
    Thread.sleep(until: Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.down) + 1.01))
    #expect(try tool.run("in.wav", "named.bin", "-f", format).status == 0)
    let read = { (name: String) in try Data(contentsOf: self.tool.directory.appending(path: name)) }
    #expect(try read("direct.bin") == read("named.bin"))
  }

  @Test func aFileNamedDashIsGivenWithAPath() throws {
    #expect(try tool.run("in.wav", "./-", "-f", "wav").status == 0)
    #expect(tool.files.contains("-"))
    #expect(try tool.run("./-", "out.wav").status == 0)
    #expect(try tool.samples("out.wav") == (try tool.samples("in.wav")))
  }

  @Test func unsuitableStreamsAreRejected() throws {
    let before = tool.files
    let refusals = [
      (try shell("\"$@\" < in.wav", "-", "-i", "-:-3dB", "out.wav"), "Standard input was given twice"),
      (try shell("\"$@\" < in.wav", "-", "in.wav"), "in.wav is the input"),
      (try shell("\"$@\" >> in.wav", "in.wav", "-", "-f", "au"), "- is the input"),
      (
        try shell("echo old > old; \"$@\" >> old", "in.wav", "-", "-f", "au"), "Standard output is opened for appending"
      ),
      (try shell("\"$@\" | cat", "in.wav", "-"), "use --format"),
      (try tool.run("in.wav", "-", "-f", "au", prefix: [Self.terminal]), "Standard output is a terminal"),
    ]
    for (result, text) in refusals {
      #expect((result.errors + result.output).contains(text), "\(text): \(result.errors)\(result.output)")
    }
    #expect(try String(contentsOfFile: tool.path("old"), encoding: .utf8) == "old\n")
    #expect(tool.files == before.union(["old"]))
  }

  private static let terminal = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "TestSupport/terminal").path()

  /// Otherwise the next file to be opened would become the stream.
  @Test func aClosedStreamIsAnError() throws {
    let result = try shell("\"$@\" >&-", "in.wav", "-", "-f", "au")
    #expect(result.status == 1 && result.errors.contains("standard output: "), "\(result.errors)")
    #expect(try shell("\"$@\" <&-", "-", "out.wav").status == 1)
  }

  /// sshd uses one socket, which no path opens, for both streams.
  @Test func aSocketIsReadAndWritten() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (near, far) = (FileHandle(fileDescriptor: ends[0], closeOnDealloc: true), ends[1])
    // The buffer of the socket holds these 32 kB.
    #expect(try tool.run("in.wav", "short.wav", "-e", "float", "-r", "2000").status == 0)
    try near.write(contentsOf: try Data(contentsOf: tool.directory.appending(path: "short.wav")))
    shutdown(near.fileDescriptor, Int32(SHUT_WR))
    let (process, _, errors) = try tool.start(["-", "-", "-f", "au", "-p", gain], socket: far)
    close(far)
    let output = try near.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "")
    try output.write(to: tool.directory.appending(path: "out.au"))
    #expect(try tool.samples("out.au") == (try tool.samples("short.wav")))
  }

  @Test func standardOutputContainsOnlyAudioData() throws {
    let result = try shell("\"$@\" > out.au", "in.wav", "-", "-f", "au", "-v", "-p", FixtureBundle.prefix + "talk")
    #expect(result.status == 0 && result.errors.contains("a plug-in talks"))
    #expect(result.errors.contains("lv2render: -: 2.0 s, 2 channels at 8000 Hz"))
    #expect(try tool.samples("out.au") == (try tool.samples("in.wav")))
  }

  @Test func temporarySamplesAreInTMPDIR() throws {
    let line = "\"$@\" | cat > out.au"
    #expect(try shell(line, "in.wav", "-", "-f", "au", "--normalize").errors == "")
    let peak = try #require(try tool.samples("out.au").joined().map(abs).max())
    // Two roundings.
    #expect(abs(peak - 1) < 4 * .ulpOfOne)
    let lost = try shell("TMPDIR=/nowhere; export TMPDIR; \(line)", "in.wav", "-", "-f", "au", "--normalize")
    #expect(lost.errors.contains("standard output: No such file or directory"), "\(lost.errors)")
  }
}
