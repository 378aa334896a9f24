import CSandbox
import Foundation
import Testing

@testable import Sandbox

/// Each case does to a job what plug-ins do to hosts. The child is Tests/SandboxChild.
@Suite struct SandboxTests {
  /// What came of one job.
  private struct Outcome {
    var ending: JobEnding
    var lines: [String]
  }

  private static let child: String = {
    var directory = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      directory = bundle.bundleURL.deletingLastPathComponent()
    }
    while !FileManager.default.isExecutableFile(atPath: directory.appending(path: "sandbox-child").path) {
      precondition(directory.path != "/", "sandbox-child is not built beside the tests")
      directory.deleteLastPathComponent()
    }
    return directory.appending(path: "sandbox-child").path
  }()

  /// - Parameters:
  ///   - mark: an environment variable by which descendants can be told from other processes.
  ///   - progress: what the watchdog looks at.
  private func run(
    _ behaviour: String, deadline: Duration = .seconds(30), mark: String = "", progress: @escaping () -> UInt64 = { 0 }
  ) throws -> Outcome {
    var outcome: Outcome?
    var lines: [String] = []
    let supervisor = Supervisor(slots: 1, program: Self.child)
    supervisor.add { () throws(SandboxError) in
      Job(
        arguments: [behaviour], environment: ["SANDBOX_TEST": mark], limits: JobLimits(deadline: deadline),
        progress: progress, received: { lines.append(String(decoding: $1, as: UTF8.self)) },
        ended: { outcome = Outcome(ending: $1, lines: lines) })
    }
    #expect(try supervisor.run())
    return try #require(outcome)
  }

  /// The processes whose environment holds the mark.
  private func processes(marked mark: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { name in
      guard Int(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
        return false
      }
      return String(decoding: data, as: UTF8.self).contains("SANDBOX_TEST=\(mark)")
    }
  }

  @Test func linesArriveInOrder() throws {
    let outcome = try run("lines")
    #expect(outcome.lines == ["line 0", "line 1", "line 2"])
    #expect(outcome.ending.exit == .exited(0))
    #expect(outcome.ending.verdict == nil)
    #expect(outcome.ending.peakMemory > 0)
  }

  /// What somebody else writes there is no part of a result.
  @Test func resultsSurviveStrayBytes() throws {
    #expect(try run("stray-bytes").lines == ["x", "line 0", "x", "line 1", "x"])
  }

  private static let canFixAddresses: Bool = {
    let persona = sandbox_fix_addresses()
    sandbox_loosen_addresses(persona)
    return persona >= 0
  }()

  /// Two addresses at random would be the same once in 2²⁸ or so.
  @Test(.enabled(if: canFixAddresses, "the system does not let addresses be fixed"))
  func addressesAreTheSameInEveryRun() throws {
    let (first, second) = (try run("addresses"), try run("addresses"))
    #expect(first.lines == second.lines)
    #expect(Set(first.lines).subtracting(["0"]).count == 3)
  }

  @Test func exitStatusAndSignalAreTold() throws {
    #expect(try run("exit").ending.exit == .exited(3))
    #expect(try run("abort").ending.exit == .signalled(SIGABRT))
  }

  @Test func killingTheGroupKillsTheJobAlone() throws {
    #expect(try run("kill-group").ending.exit == .signalled(SIGKILL))
  }

  @Test func killingTheKeeperIsSurvived() throws {
    let mark = UUID().uuidString
    #expect(try run("kill-parent", mark: mark).ending.exit == .unknown)
    // The kernel ends the job when its parent dies, in its own time: two seconds are a thousand times that.
    for _ in 0..<40 where !processes(marked: mark).isEmpty { usleep(50_000) }
    #expect(processes(marked: mark).isEmpty)
  }

  @Test func whatAJobLeavesWithoutItsKeeperIsEnded() throws {
    let mark = UUID().uuidString
    #expect(try run("daemon-without-keeper", mark: mark).ending.exit == .unknown)
    #expect(processes(marked: mark).isEmpty)
  }

  @Test func aKeeperThatEndsByItselfIsAFaultOfTheSandbox() throws {
    // A child that does not split, as one that cannot be loaded.
    let supervisor = Supervisor(slots: 1, program: "/bin/false")
    supervisor.add { () throws(SandboxError) in
      Job(
        arguments: [], limits: JobLimits(deadline: .seconds(30)), progress: { 0 }, received: { _, _ in },
        ended: { _, _ in Issue.record("there was no job") })
    }
    let error = #expect(throws: SandboxError.self) { try supervisor.run() }
    #expect(error?.description == "beginning the work of a child process: it exited with status 1")
  }

  @Test func aKeeperThatCannotForkSaysWhy() throws {
    #expect(throws: SandboxError(.split, errno: EAGAIN)) { try run("no-processes") }
  }

  /// A job whose processes end all the while is given no more time than another.
  @Test func aJobThatKeepsItsKeeperAwakeIsEnded() throws {
    let outcome = try run("restless", deadline: .seconds(3))
    #expect(outcome.ending.verdict == .stalled)
    #expect(outcome.ending.exit == .signalled(SIGKILL))
    #expect(outcome.ending.duration < .seconds(5))
  }

  @Test func standingStillIsAHang() throws {
    // A deadline of 3 s is a patience of 1 s.
    let outcome = try run("sleep", deadline: .seconds(3))
    #expect(outcome.ending.verdict == .stalled)
    #expect(outcome.ending.duration < .seconds(3))
  }

  @Test func gettingOnWithoutEndIsSlow() throws {
    var count: UInt64 = 0
    let outcome = try run("spin", deadline: .seconds(1)) {
      count += 1
      return count
    }
    #expect(outcome.ending.verdict == .slow)
  }

  @Test(arguments: ["daemon", "chain"]) func descendantsAreEnded(_ behaviour: String) throws {
    let mark = UUID().uuidString
    let outcome = try run(behaviour, mark: mark)
    #expect(outcome.ending.strays > 0)
    #expect(processes(marked: mark).isEmpty)
  }

  @Test func resultsSurviveClosedDescriptors() throws {
    #expect(try run("close-all").lines == ["still here"])
  }

  @Test func floodsAreKeptInBoundedMemory() throws {
    let ending = try run("flood").ending
    #expect(ending.output.count == 64 << 20)
    #expect(ending.errors.count == 64 << 20)
    #expect(ending.output.text.utf8.count < 3 * CapturedText.half)
    #expect(ending.output.text.contains("bytes left out"))
  }

  @Test func filesAndMemoryAreLimited() throws {
    #expect(try run("large-file").ending.exit == .signalled(SIGXFSZ))
    let ending = try run("memory").ending
    #expect(ending.exit == .exited(4))
    #expect(ending.peakMemory < 2 << 30)
  }

  /// What a plug-in writes into the home directory is in the scratch directory.
  @Test func theHomeDirectoryIsOutOfReach() throws {
    let home = try #require(getenv("HOME").map { String(cString: $0) })
    let lines = try run("home").ending.output.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[0] == lines[1] && lines[0] != home)
    #expect(lines[2] == "none" && lines[3].hasSuffix("authority"))
  }

  @Test func nothingIsLeftOfTheScratchDirectory() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path
    _ = FileManager.default.createFile(atPath: "\(path)/file", contents: nil)
    withExtendedLifetime(scratch) { #expect(FileManager.default.fileExists(atPath: path)) }
    func use() throws -> String {
      let other = try ScratchDirectory()
      try FileManager.default.createDirectory(atPath: "\(other.path)/folder", withIntermediateDirectories: true)
      return other.path
    }
    #expect(!FileManager.default.fileExists(atPath: try use()))
    #expect(try run("files").ending.exit == .exited(0))
  }

  /// Too deep for a path, and without the rights to look into it or to change it.
  @Test func anyTreeIsRemoved() throws {
    func use() throws -> String {
      let scratch = try ScratchDirectory()
      let top = open(scratch.path, O_DIRECTORY)
      var directory = dup(top)
      let name = String(repeating: "deep", count: 50)
      for level in 0..<30 {
        mkdirat(directory, name, 0o755)
        close(openat(directory, "file", O_WRONLY | O_CREAT, 0o644))
        let next = openat(directory, name, O_DIRECTORY)
        if level % 2 == 0 { fchmod(directory, 0o500) }
        close(directory)
        directory = next
      }
      close(directory)
      symlinkat("/", top, "root")
      mkdirat(top, "closed", 0)
      close(top)
      return scratch.path
    }
    #expect(!FileManager.default.fileExists(atPath: try use()))
  }

  @Test func jobsRunAtOnce() throws {
    let supervisor = Supervisor(slots: 4, program: Self.child)
    var stalled = 0
    for _ in 0..<4 {
      supervisor.add { () throws(SandboxError) in
        Job(
          arguments: ["sleep"], limits: JobLimits(deadline: .seconds(3)), progress: { 0 }, received: { _, _ in },
          ended: { stalled += $1.verdict == .stalled ? 1 : 0 })
      }
    }
    let start = ContinuousClock.now
    #expect(try supervisor.run())
    #expect(stalled == 4)
    // One after the other they would take at least 4 s.
    #expect(ContinuousClock.now - start < .seconds(3.5))
  }

  @Test func capturedTextKeepsBothEnds() {
    var text = CapturedText()
    for number in 0..<100_000 { text.append(Array("\(number)\n".utf8)) }
    #expect(text.text.hasPrefix("0\n1\n"))
    #expect(text.text.hasSuffix("99998\n99999\n"))
    #expect(text.text.utf8.count < 3 * CapturedText.half)
    var short = CapturedText()
    short.append(Array("all of it".utf8))
    #expect(short.text == "all of it")
  }

  @Test func linesAreCutWhereTheyEnd() {
    var splitter = LineSplitter()
    #expect(splitter.split(Array("ab".utf8)).isEmpty)
    #expect(splitter.split(Array("c\nd\n\ne".utf8)) == [Array("abc".utf8), Array("d".utf8)])
    #expect(splitter.split(Array("\n".utf8)) == [Array("e".utf8)])
  }
}
