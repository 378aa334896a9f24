import CSandbox
import Glibc

/// Runs jobs in child processes, several at a time, and ends those that hang.
///
/// One thread, one loop: nothing here is called from anywhere else.
public final class Supervisor {
  /// Makes a job when its turn comes: what it holds, such as descriptors, is not held while it waits.
  public typealias Maker = () throws(SandboxError) -> Job

  /// How often the watchdogs look, in milliseconds.
  private static let tick: Int32 = 50

  private let slots: Int
  private let program: String
  private var waiting: [Maker] = []
  private var running: [RunningJob] = []

  /// - Parameters:
  ///   - slots: how many jobs run at once; at least 1.
  ///   - program: the executable of the children, which calls `JobProcess.enter` first thing.
  public init(slots: Int, program: String = "/proc/self/exe") {
    self.slots = max(1, slots)
    self.program = program
  }

  /// Puts a job at the end of the queue. May be called from a job's closures.
  public func add(_ make: @escaping Maker) {
    waiting.append(make)
  }

  /// Puts a job at the head of the queue, for work that continues a job that has just ended.
  public func addNext(_ make: @escaping Maker) {
    waiting.insert(make, at: 0)
  }

  /// Works until no job is left, or until SIGINT, SIGTERM or SIGHUP: then all children are ended first.
  ///
  /// - Parameter idle: called several times a second, for a progress line.
  /// - Returns: whether all jobs were done; false after an interruption.
  /// - Throws: where no child can be started. None is alive then.
  public func run(idle: () -> Void = {}) throws(SandboxError) -> Bool {
    sandbox_catch_interrupts()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var interrupted = false
    while true {
      if !interrupted && sandbox_interrupted() != 0 {
        interrupted = true
        waiting = []
        for child in running { child.interrupt() }
      }
      do {
        try startWaiting()
        if running.isEmpty { return !interrupted }
        wait()
        try pump(buffer: buffer)
      } catch {
        abandon(buffer: buffer)
        throw error
      }
      let now = ContinuousClock.now
      for child in running { child.watch(now: now) }
      idle()
    }
  }

  private func startWaiting() throws(SandboxError) {
    while running.count < slots, !waiting.isEmpty {
      running.append(try RunningJob(waiting.removeFirst()(), program: program, scratch: ScratchDirectory()))
    }
  }

  /// Returns when a pipe has something, a signal came, or a tick has passed.
  private func wait() {
    var descriptors = running.flatMap(\.polled)
    poll(&descriptors, nfds_t(descriptors.count), Self.tick)
  }

  private func pump(buffer: UnsafeMutableRawBufferPointer) throws(SandboxError) {
    var ended: [(Job, JobEnding)] = []
    var failure: SandboxError?
    running.removeAll { child in
      do throws(SandboxError) {
        guard let ending = try child.pump(buffer: buffer) else { return false }
        ended.append((child.job, ending))
      } catch {
        failure = error
      }
      return true
    }
    for (job, ending) in ended { job.ended(job, ending) }
    if let failure { throw failure }
  }

  /// Ends all children and waits for that.
  private func abandon(buffer: UnsafeMutableRawBufferPointer) {
    waiting = []
    for child in running { child.interrupt() }
    while !running.isEmpty {
      wait()
      try? pump(buffer: buffer)
      waiting = []
    }
  }
}
