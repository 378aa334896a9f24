import CSandbox
import Foundation
import Support
import Testing

@testable import Sandbox

/// Jobs that misbehave as plug-ins do. The program of the jobs is Tests/SandboxChild.
@Suite struct SandboxTests {
  /// The end of a job and the lines that it sent.
  struct Outcome {
    var ending: JobEnding
    var lines: [String]
  }

  static let child: String = {
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
  ///   - mark: the value of an environment variable that identifies the descendants of the job.
  ///   - progress: the progress of the job for the watchdog.
  func run(
    _ behavior: String, deadline: Duration = .seconds(30), mark: String = "", progress: @escaping () -> UInt64 = { 0 }
  ) throws -> Outcome {
    var outcome: Outcome?
    var lines: [String] = []
    let server = ForkServer(program: Self.child, arguments: [], environment: ["SANDBOX_TEST": mark])
    let supervisor = Supervisor(slots: 1, server: server)
    supervisor.add { () throws(SandboxError) in
      Job(
        input: Array(behavior.utf8), limits: JobLimits(deadline: deadline),
        progress: progress, received: { lines.append(String(decoding: $1, as: UTF8.self)) },
        ended: { outcome = Outcome(ending: $1, lines: lines) })
    }
    #expect(try supervisor.run())
    return try #require(outcome)
  }

  /// The processes whose environment contains the mark.
  func processes(marked mark: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { name in
      guard Int(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
        return false
      }
      return String(decoding: data, as: UTF8.self).contains("SANDBOX_TEST=\(mark)")
    }
  }

  @Test func aJobThatIsNotNeededAnyMoreDoesNotStart() throws {
    let supervisor = Supervisor(slots: 1, server: ForkServer(program: Self.child, arguments: [], environment: [:]))
    var ended: [Int] = []
    for index in 0..<3 {
      let make: Supervisor.Maker = { () throws(SandboxError) -> Job? in
        if index == 1 { return nil }
        return Job(
          input: Array("lines".utf8), limits: JobLimits(deadline: .seconds(30)), progress: { 0 }, received: { _, _ in },
          ended: { _, _ in ended.append(index) })
      }
      if index == 1 { supervisor.addNext(.machine, make) } else { supervisor.add(.slot, make) }
    }
    #expect(try supervisor.run())
    #expect(ended == [0, 2])
  }

  @Test func linesArriveInOrder() throws {
    let outcome = try run("lines")
    #expect(outcome.lines == ["line 0", "line 1", "line 2"])
    #expect(outcome.ending.exit == .exited(0))
    #expect(outcome.ending.stopReason == nil)
    #expect(outcome.ending.peakMemory > 0)
  }

  @Test func bytesOfThePluginAreNotPartOfAResult() throws {
    #expect(try run("stray-bytes").lines == ["x", "line 0", "x", "line 1", "x"])
  }

  private static let canDisableRandomization: Bool = {
    let persona = sandbox_disable_randomization()
    sandbox_restore_randomization(persona)
    return persona >= 0
  }()

  /// Two random addresses are equal with a probability of about 2⁻²⁸.
  @Test(.enabled(if: canDisableRandomization, "this system does not permit disabling address space randomization"))
  func addressesAreTheSameInEveryRun() throws {
    let (first, second) = (try run("addresses"), try run("addresses"))
    #expect(first.lines == second.lines)
    #expect(Set(first.lines).subtracting(["0"]).count == 3)
  }

  @Test func exitStatusAndSignalAreReported() throws {
    #expect(try run("exit").ending.exit == .exited(3))
    #expect(try run("abort").ending.exit == .signaled(SIGABRT))
  }

  @Test func killingTheProcessGroupKillsOnlyTheJob() throws {
    #expect(try run("kill-group").ending.exit == .signaled(SIGKILL))
  }

  @Test func aJobCanKillItsReaper() throws {
    let mark = UUID().uuidString
    #expect(try run("kill-parent", mark: mark).ending.exit == .unknown)
    // The kernel kills the job soon after the end of its parent. Two seconds are about a thousand times that delay.
    for _ in 0..<40 where !processes(marked: mark).isEmpty { usleep(50_000) }
    #expect(processes(marked: mark).isEmpty)
  }

  @Test func orphansOfAJobWithoutReaperAreKilled() throws {
    let mark = UUID().uuidString
    #expect(try run("daemon-without-reaper", mark: mark).ending.exit == .unknown)
    #expect(processes(marked: mark).isEmpty)
  }

  @Test func aReaperThatExitsWithoutAStatusIsAnErrorOfTheSandbox() throws {
    // A program that does not call JobProcess.enter(), like one whose libraries cannot be loaded.
    let supervisor = Supervisor(slots: 1, server: ForkServer(program: "/bin/false", arguments: []))
    supervisor.add { () throws(SandboxError) in
      Job(
        input: [], limits: JobLimits(deadline: .seconds(30)), progress: { 0 }, received: { _, _ in },
        ended: { _, _ in Issue.record("a job was reported, although none was started") })
    }
    let error = #expect(throws: SandboxError.self) { try supervisor.run() }
    #expect(error?.description == "initializing a child process failed: the process ended with status 1")
  }

  @Test func aFailedForkIsReportedWithItsErrno() throws {
    #expect(throws: SandboxError(.split, errno: EAGAIN)) { try run("no-processes") }
  }

  /// The signals of ending children do not extend the time limit of a job, which would end by itself much later.
  @Test func aJobThatStartsProcessesForAMinuteIsStopped() throws {
    let outcome = try run("restless", deadline: .seconds(3))
    #expect(outcome.ending.stopReason == .stalled)
    #expect(outcome.ending.exit == .signaled(SIGKILL))
  }

  /// The limit of the time without progress can change while the job runs.
  @Test func aLowerProgressTimeoutAppliesAtOnce() throws {
    var ending: JobEnding?
    let supervisor = Supervisor(slots: 1, server: ForkServer(program: Self.child, arguments: []))
    var polls = 0
    supervisor.add { () throws(SandboxError) in
      Job(
        input: Array("sleep".utf8), limits: JobLimits(deadline: .seconds(600)), progress: { 0 },
        progressTimeout: {
          polls += 1
          return polls > 3 ? .milliseconds(100) : .seconds(200)
        }, received: { _, _ in }, ended: { ending = $1 })
    }
    #expect(try supervisor.run())
    #expect(ending?.stopReason == .stalled && ending?.progressTimeout == .milliseconds(100))
  }

  @Test func aJobWithoutProgressIsStopped() throws {
    let outcome = try run("sleep", deadline: .seconds(3))
    #expect(outcome.ending.stopReason == .stalled)
    #expect(outcome.ending.progressTimeout == .seconds(1))
  }

  @Test func aJobWithProgressIsStoppedAtItsDeadline() throws {
    var count: UInt64 = 0
    let outcome = try run("spin", deadline: .seconds(1)) {
      count += 1
      return count
    }
    #expect(outcome.ending.stopReason == .deadlineExceeded)
  }

  /// After its deadline, a job that is ready but gets no processor continues.
  @Test(arguments: [(1, true, false), (6, true, true), (1, false, true)])
  func aDelayedJobContinuesAfterItsDeadline(_ used: Int, _ isReady: Bool, _ hasHadTime: Bool) {
    #expect(RunningJob.hasHadTime(.seconds(used), of: .seconds(10), isReady: isReady) == hasHadTime)
  }

  @Test(arguments: ["daemon", "chain"]) func orphansAreKilled(_ behavior: String) throws {
    let mark = UUID().uuidString
    let outcome = try run(behavior, mark: mark)
    #expect(outcome.ending.orphans > 0)
    #expect(processes(marked: mark).isEmpty)
  }

  @Test func aJobCanSendResultsAfterItsDescriptorsWereClosed() throws {
    #expect(try run("close-all").lines == ["still here"])
  }

  @Test func theCapturedOutputIsBounded() throws {
    let ending = try run("flood").ending
    #expect(ending.output.count == 64 << 20)
    #expect(ending.errors.count == 64 << 20)
    #expect(ending.output.text.utf8.count < 3 * CapturedText.half)
    #expect(ending.output.text.contains("bytes omitted"))
  }

  @Test func filesAndMemoryAreLimited() throws {
    #expect(try run("large-file").ending.exit == .signaled(SIGXFSZ))
    let ending = try run("memory").ending
    #expect(ending.exit == .exited(4))
    #expect(ending.peakMemory < 2 << 30)
  }

  @Test func theHomeDirectoryOfAJobIsItsTemporaryFolder() throws {
    let home = try #require(getenv("HOME").map { String(cString: $0) })
    let lines = try run("home").ending.output.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[0] == lines[1] && lines[0] != home)
    #expect(lines[2] == "none" && lines[3].hasSuffix("authority"))
  }

  @Test func theTemporaryFolderOfAJobIsRemoved() throws {
    let outcome = try run("files")
    #expect(outcome.ending.exit == .exited(0))
    let folder = try #require(outcome.lines.first)
    #expect(folder.hasPrefix(TemporaryFolder.parent + "/lv2val-"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  /// The tree is deeper than the longest path, and some of its directories are neither readable nor writable.
  @Test func aTemporaryFolderOfAnyDepthIsRemoved() throws {
    func use() throws -> String {
      let folder = try TemporaryFolder(prefix: "sandbox-test")
      let top = open(folder.path, O_DIRECTORY)
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
      return folder.path
    }
    #expect(!FileManager.default.fileExists(atPath: try use()))
  }

  /// Two of four jobs that wait half of the time take the place of another one, but with one slot each takes it alone.
  @Test(
    arguments: [(4, .slot, 4), (2, .halfSlot, 4), (1, .halfSlot, 1), (4, .machine, 1)]
      as [(Int, Supervisor.Demand, Int)])
  func jobsRunConcurrently(slots: Int, demand: Supervisor.Demand, atOnce: Int) throws {
    // In their time, all jobs must start that can.
    let deadline = Duration.seconds(atOnce > 1 ? 3 : 0.3)
    let supervisor = Supervisor(slots: slots, server: ForkServer(program: Self.child, arguments: []))
    var started = 0
    var startedAtEnds: [Int] = []
    for _ in 0..<4 {
      supervisor.add(demand) { () throws(SandboxError) in
        started += 1
        return Job(
          input: Array("sleep".utf8), limits: JobLimits(deadline: deadline), progress: { 0 }, received: { _, _ in },
          ended: { _, ending in
            if ending.stopReason == .stalled { startedAtEnds.append(started) }
          })
      }
    }
    #expect(try supervisor.run())
    #expect(startedAtEnds == (atOnce > 1 ? [4, 4, 4, 4] : [1, 2, 3, 4]))
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

  @Test func bytesAreSplitIntoLines() {
    var splitter = LineSplitter()
    #expect(splitter.split(Array("ab".utf8)).isEmpty)
    #expect(splitter.split(Array("c\nd\n\ne".utf8)) == [Array("abc".utf8), Array("d".utf8)])
    #expect(splitter.split(Array("\n".utf8)) == [Array("e".utf8)])
  }
}
