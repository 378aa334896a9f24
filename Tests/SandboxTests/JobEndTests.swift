import CSandbox
import Foundation
import Testing

@testable import Sandbox

/// Jobs that kill or stop the processes of the sandbox, and jobs with very many processes.
extension SandboxTests {
  /// The endings of two jobs that run at the same time, and of a third that runs alone after them.
  private func endings(_ first: String, _ second: String, then third: String) throws -> [JobEnding] {
    let supervisor = Supervisor(slots: 2, server: ForkServer(program: Self.child, arguments: []))
    var endings: [JobEnding?] = [nil, nil, nil]
    func add(_ behavior: String, _ index: Int) {
      let make = { () throws(SandboxError) in
        Job(
          input: Array(behavior.utf8), limits: JobLimits(deadline: .seconds(30)), progress: { 0 },
          received: { _, _ in },
          ended: { endings[index] = $1 })
      }
      if index == 2 { supervisor.addNext(.machine, make) } else { supervisor.add(.slot, make) }
    }
    add(first, 0)
    add(second, 1)
    #expect(try supervisor.run())
    add(third, 2)
    #expect(try supervisor.run())
    return try endings.map { try #require($0) }
  }

  @Test func aJobThatKillsTheForkServerEndsTheOthers() throws {
    #expect(try endings("sleep", "kill-server", then: "exit").map(\.exit) == [.lost, .lost, .exited(3)])
  }

  /// A job that is stopped because of its own time limit is not a consequence.
  @Test func onlyTheEndOfTheForkServerCountsAsLost() throws {
    #expect(try endings("exit", "abort", then: "exit").map(\.exit) == [.exited(3), .signaled(SIGABRT), .exited(3)])
  }

  @Test(arguments: ["stop-server", "stop-reaper"]) func aStoppedProcessIsContinued(_ behavior: String) throws {
    #expect(try endings("lines", behavior, then: "exit").map(\.exit) == [.exited(0), .exited(0), .exited(3)])
  }

  /// The second behavior repeats its signals forever.
  @Test(arguments: ["stop-both", "stop-forever"])
  func aJobThatStopsItsSupervisorsIsStopped(_ behavior: String) throws {
    let mark = UUID().uuidString
    let ending = try run(behavior, deadline: .seconds(3), mark: mark).ending
    #expect(ending.stopReason == .stalled)
    #expect(ending.exit != .exited(0))
    // The progress timeout is 1 s; after 10 s more, the reaper itself is killed.
    #expect(ending.duration < .seconds(60))
    for _ in 0..<40 where !processes(marked: mark).isEmpty { usleep(50_000) }
    #expect(processes(marked: mark).isEmpty)
  }

  // MARK: The number of processes

  private static let canCreateGroups: Bool = {
    guard sandbox_create_group(getpid(), 1) != 0 else { return false }
    sandbox_remove_group(getpid())
    return true
  }()

  @Test(.enabled(if: canCreateGroups, "this process may not create control groups for the number of processes"))
  func aControlGroupLimitsTheProcesses() throws {
    let ending = try run("processes")
    let count = try #require(ending.lines.first.flatMap { Int($0) })
    // The limit includes the job itself.
    #expect(count == 49 && ending.ending.exit == .exited(0))
  }

  @Test(
    .enabled(if: canCreateGroups, "this process may not create control groups for the number of processes"),
    arguments: ["group", "group-without-reaper"])
  func theControlGroupIsRemoved(_ behavior: String) throws {
    let outcome = try run(behavior)
    let line = try #require(outcome.lines.first, "the job is in no group of its own")
    let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    let path = "/sys/fs/cgroup" + (fields[1] == "pids" ? "/pids" : "") + fields[2]
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
  }

  // MARK: Thousands of processes

  /// One after the other, because a limit of the user's processes counts those of the whole system.
  @Suite(.serialized) struct ManyProcessesTests {
    private let sandbox = SandboxTests()

    /// Quadratic work would need millions of signals.
    @Test(arguments: ["zombies", "children"]) func thousandsOfProcessesAreReaped(_ behavior: String) throws {
      let mark = UUID().uuidString
      let outcome = try sandbox.run(behavior, deadline: .seconds(60), mark: mark)
      let count = try #require(outcome.lines.first.flatMap { Int($0) })
      #expect(outcome.ending.exit == .exited(0))
      // Zombies that are reaped before the job itself are not counted.
      #expect(behavior == "zombies" ? outcome.ending.orphans > 0 : outcome.ending.orphans == count)
      #expect(outcome.ending.duration < .seconds(120))
      #expect(sandbox.processes(marked: mark).isEmpty)
      #expect(count > 0)
      if count < 3000 { print("\(behavior): the system permits only \(count) processes") }
    }

    /// The number of tasks, after the slash in the fourth field of /proc/loadavg.
    private static let systemTasks: Int = {
      let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
      let fields = text.split(separator: " ")
      return fields.count > 3 ? fields[3].split(separator: "/").last.flatMap { Int($0) } ?? .max : .max
    }()

    /// The limit is above the number of all processes of the system, so this test creates that many.
    @Test(.enabled(if: systemTasks < 2000, "the system has too many processes"))
    func aResourceLimitReplacesTheControlGroup() throws {
      let outcome = try sandbox.run("processes-of-user")
      let count = try #require(outcome.lines.first.flatMap { Int($0) })
      #expect((40..<2950).contains(count) && outcome.ending.exit == .exited(0))
    }
  }
}
