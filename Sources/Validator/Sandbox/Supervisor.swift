import CSandbox
import Glibc
import Support

/// Runs jobs in child processes, several at a time, and stops those that hang.
///
/// It works in one thread, that of `run()`.
public final class Supervisor {
  /// Creates a job directly before its start, or nil if it is not needed any more. A waiting job therefore uses no
  /// resources, such as descriptors.
  public typealias Maker = () throws(SandboxError) -> Job?

  /// The interval of the watchdogs, in milliseconds.
  private static let watchdogInterval: Int32 = 50

  /// What a job takes of the machine while it runs.
  public enum Demand: Sendable {
    case slot
    /// For a job that waits half of its time; with a single slot, all of it.
    case halfSlot
    /// No other job runs at the same time: what happens to the processes of the sandbox is then the work of this job.
    case machine
  }

  private let slots: Int
  private let server: ForkServer
  private var waiting: [(make: Maker, demand: Demand)] = []
  private var running: [RunningJob] = []

  /// - Parameters:
  ///   - slots: the number of jobs that run at once; at least 1.
  ///   - server: forks the processes of the jobs.
  public init(slots: Int, server: ForkServer) {
    self.slots = max(1, slots)
    self.server = server
  }

  /// Appends a job to the queue. A job's closures may call it.
  public func add(_ demand: Demand = .slot, _ make: @escaping Maker) { waiting.append((make, demand)) }

  /// Inserts a job at the front of the queue, for work that continues a job that has just ended.
  public func addNext(_ demand: Demand = .slot, _ make: @escaping Maker) { waiting.insert((make, demand), at: 0) }

  /// Runs all jobs. On SIGINT, SIGTERM or SIGHUP it stops all children first.
  ///
  /// - Parameter idle: called several times a second, for a progress line.
  /// - Returns: whether all jobs ran; false after an interruption.
  /// - Throws: `SandboxError` if a child cannot be started. All other children are stopped first.
  public func run(idle: () -> Void = {}) throws(SandboxError) -> Bool {
    sandbox_catch_interrupts()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var interrupted = false
    while true {
      if !interrupted && sandbox_interrupted() != 0 {
        interrupted = true
        for child in running { child.interrupt() }
      }
      // The end of a job can add others.
      if interrupted { waiting = [] }
      do {
        try startWaiting()
        if running.isEmpty { return !interrupted }
        wait()
        try readOutput(buffer: buffer)
      } catch  where sandbox_interrupted() != 0 {
        // The interruption ended a request to the server.
        continue
      } catch {
        abort(buffer: buffer)
        throw error
      }
      let now = ContinuousClock.now
      for child in running { child.checkTimeouts(now: now) }
      idle()
    }
  }

  private func startWaiting() throws(SandboxError) {
    while let next = waiting.first, halfSlots(running.map(\.demand) + [next.demand]) <= 2 * slots {
      waiting.removeFirst()
      guard let job = try next.make() else { continue }
      running.append(try RunningJob(job, next.demand, server: server, folder: Self.makeFolder()))
    }
  }

  private func halfSlots(_ demands: [Demand]) -> Int {
    demands.reduce(0) { sum, demand in
      switch demand {
      case .slot: sum + 2
      case .halfSlot: sum + (slots == 1 ? 2 : 1)
      case .machine: sum + 2 * slots
      }
    }
  }

  private static func makeFolder() throws(SandboxError) -> TemporaryFolder {
    do { return try TemporaryFolder(prefix: "lv2val") } catch {
      throw SandboxError(.temporaryFolder, errno: error.errno)
    }
  }

  /// Returns when a pipe is readable, a signal arrives, or `watchdogInterval` has passed.
  private func wait() {
    var descriptors = running.flatMap(\.polled) + [pollfd(fd: server.polled, events: 0, revents: 0)]
    poll(&descriptors, nfds_t(descriptors.count), Self.watchdogInterval)
    if let server = descriptors.last, server.revents & Int16(POLLHUP | POLLERR) != 0 { self.server.noticeLoss() }
  }

  private func readOutput(buffer: UnsafeMutableRawBufferPointer) throws(SandboxError) {
    var ended: [(Job, JobEnding)] = []
    var failure: SandboxError?
    running.removeAll { child in
      do throws(SandboxError) {
        guard let ending = try child.readOutput(buffer: buffer) else { return false }
        ended.append((child.job, ending))
      } catch {
        failure = error
      }
      return true
    }
    for (job, ending) in ended { job.ended(job, ending) }
    if let failure { throw failure }
  }

  /// Stops all children and waits for their end.
  private func abort(buffer: UnsafeMutableRawBufferPointer) {
    waiting = []
    for child in running { child.interrupt() }
    while !running.isEmpty {
      wait()
      try? readOutput(buffer: buffer)
      waiting = []
    }
  }
}
