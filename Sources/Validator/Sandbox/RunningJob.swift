import CSandbox
import FoundationEssentials
import Glibc
import Support

/// A job with its process, its pipes and its watchdog.
final class RunningJob {
  /// The time that a reaper has to kill its descendants. After it the reaper itself is killed.
  private static let reaperTimeout = Duration.seconds(10)
  /// The same after an interruption, for which a user waits.
  private static let interruptedReaperTimeout = Duration.seconds(0.5)

  /// The time without progress after which a reaper that the job stopped is continued.
  private static let silence = Duration.seconds(0.5)

  let job: Job
  let demand: Supervisor.Demand
  private let server: ForkServer
  private let reaper: pid_t
  /// `ForkServer.losses` at the start of the job.
  private let losses: Int
  private let folder: TemporaryFolder
  private let results: Descriptor
  private let output: Descriptor
  private let errors: Descriptor
  private let status: Descriptor
  private let started = ContinuousClock.now
  private var lines = LineSplitter()
  private var statusBytes: [UInt8] = []
  private var capturedOutput = CapturedText()
  private var capturedErrors = CapturedText()
  /// Why and when the job was stopped, with the limit of the time without progress; nil while it runs.
  private var stop: (reason: JobEnding.StopReason, time: ContinuousClock.Instant, progressTimeout: Duration)?
  private var lastProgress: UInt64
  private var progressTime = ContinuousClock.now
  /// The processor time of the job at `progressTime`, and how long its threads had waited for a processor.
  private var atProgress = (processorTime: Duration.zero, delay: Duration.zero)
  /// The last known start of the deadline, and the processor time of the job then.
  private var deadlineStart: (time: ContinuousClock.Instant, processorTime: Duration)?

  /// Forks the reaper, which forks the job.
  init(_ job: Job, _ demand: Supervisor.Demand, server: ForkServer, folder: TemporaryFolder) throws(SandboxError) {
    (self.job, self.demand) = (job, demand)
    self.server = server
    self.folder = folder
    lastProgress = job.progress()
    let results = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    let status = try Pipe()
    let descriptors = [
      -1, output.writing.number, errors.writing.number, results.writing.number, job.sharedDescriptor,
      status.writing.number,
    ]
    reaper = try server.fork(folder: folder.path, input: job.input, descriptors: descriptors)
    losses = server.losses
    self.results = results.intoReading()
    self.output = output.intoReading()
    self.errors = errors.intoReading()
    self.status = status.intoReading()
    job.restartDeadline()
  }

  var polled: [pollfd] {
    [results.number, output.number, errors.number, status.number].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Reads the available bytes of all pipes.
  ///
  /// - Returns: the end of the job, or nil while it runs.
  /// - Throws: `SandboxError` if the job could not be started. No process remains.
  func readOutput(buffer: UnsafeMutableRawBufferPointer) throws(SandboxError) -> JobEnding? {
    // The reaper writes the status last, so the other pipes are complete when it has arrived.
    let hasEnded = readStatus(buffer: buffer)
    read(results, buffer) { bytes in
      for line in lines.split(bytes) { job.received(job, line) }
    }
    read(output, buffer) { capturedOutput.append($0) }
    read(errors, buffer) { capturedErrors.append($0) }
    return hasEnded ? try ending() : nil
  }

  /// Stops the job if it makes no progress or exceeds its deadline.
  func checkTimeouts(now: ContinuousClock.Instant) {
    if let stop {
      // A job can have stopped its reaper.
      kill(reaper, SIGCONT)
      let patience = stop.reason == .interrupted ? Self.interruptedReaperTimeout : Self.reaperTimeout
      if now - stop.time > patience { kill(reaper, SIGKILL) }
      return
    }
    let progress = job.progress()
    if progress != lastProgress {
      lastProgress = progress
      progressTime = now
      atProgress = (processorTime, delay)
    }
    if deadlineStart?.time != job.deadlineStart { deadlineStart = (job.deadlineStart, processorTime) }
    let idle = now - max(progressTime, job.deadlineStart)
    if idle > Self.silence { kill(reaper, SIGCONT) }
    let elapsed = now - job.deadlineStart
    let deadline = job.limits.deadline
    let timeout = job.progressTimeout()
    if idle > timeout && !isStarved(for: idle, timeout) {
      terminate(.stalled, signal: SIGTERM, timeout)
    } else if elapsed > deadline && idle < timeout / 4 && hasHadTime || elapsed > deadline * 4 {
      // A job without recent progress continues after its deadline, until it is either stalled or makes progress.
      terminate(.deadlineExceeded, signal: SIGTERM, timeout)
    }
  }

  private var processorTime: Duration { ProcessTable.timeOfChildren(of: reaper) ?? .zero }
  private var delay: Duration { ProcessTable.delayOfDescendants(of: reaper) }

  private var hasHadTime: Bool {
    Self.hasHadTime(
      processorTime - (deadlineStart?.processorTime ?? .zero), of: job.limits.deadline,
      isReady: ProcessTable.areDescendantsReady(of: reaper))
  }

  /// Whether a job that makes progress after its deadline was not delayed by other processes on this machine: it used the
  /// processor for half of the time, or it waits for something else.
  static func hasHadTime(_ processorTime: Duration, of deadline: Duration, isReady: Bool) -> Bool {
    processorTime > deadline / 2 || !isReady
  }

  /// Whether other processes on this machine leave the job too little processor time to make progress.
  ///
  /// A job that waits for an event is neither ready to run nor delayed. A job in an endless loop uses nearly all of the time.
  private func isStarved(for idle: Duration, _ timeout: Duration) -> Bool {
    guard processorTime - atProgress.processorTime < min(timeout, idle) * 0.75 else { return false }
    return idle - (delay - atProgress.delay) < timeout || ProcessTable.areDescendantsReady(of: reaper)
  }

  func interrupt() { terminate(.interrupted, signal: SIGINT, .zero) }

  private func terminate(_ reason: JobEnding.StopReason, signal: Int32, _ progressTimeout: Duration) {
    stop = (reason, .now, progressTimeout)
    kill(reaper, signal)
  }

  /// Returns whether the status is complete or the reaper has ended without one.
  private func readStatus(buffer: UnsafeMutableRawBufferPointer) -> Bool {
    let count = Glibc.read(status.number, buffer.baseAddress, buffer.count)
    if count > 0 { statusBytes += buffer[..<count] }
    return count == 0 || statusBytes.count >= MemoryLayout<sandbox_status>.size
  }

  /// Reads at most 1 MiB of one pipe, so that a job with much output does not delay the others.
  private func read(
    _ descriptor: borrowing Descriptor, _ buffer: UnsafeMutableRawBufferPointer,
    _ process: (Slice<UnsafeMutableRawBufferPointer>) -> Void
  ) {
    for _ in 0..<16 {
      let count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
      guard count > 0 else { return }
      process(buffer[..<count])
    }
  }

  private func ending() throws(SandboxError) -> JobEnding {
    let size = MemoryLayout<sandbox_status>.size
    var status = sandbox_status()
    let isComplete = statusBytes.count >= size
    let end = try? server.wait(for: reaper)
    let wasLost = server.losses != losses
    if isComplete {
      withUnsafeMutableBytes(of: &status) { $0.copyBytes(from: statusBytes[..<size]) }
      if status.error != 0 { throw SandboxError(.split, errno: status.error) }
    } else if case .exited? = end.map(JobEnding.Exit.init) {
      // A reaper always sends a status before it exits. A job can only kill it with a signal.
      let exit = JobEnding.Exit(waitStatus: end ?? 0)
      throw SandboxError(.begin, reason: "the process ended with \(exit)")
    } else {
      kill(-reaper, SIGKILL)
      status.orphans = Int32(ProcessTable.killOrphans(of: folder.path))
      sandbox_remove_group(reaper)
    }
    let exit = isComplete ? JobEnding.Exit(waitStatus: status.wait_status) : .unknown
    // The end of the server makes each reaper kill its job.
    let isConsequence = wasLost && stop == nil && (exit == .signaled(SIGKILL) || exit == .unknown)
    return JobEnding(
      exit: isConsequence ? .lost : exit, stopReason: stop?.reason, progressTimeout: stop?.progressTimeout ?? .zero,
      orphans: Int(status.orphans), peakMemory: Int(status.peak_memory),
      processorTime: isComplete ? .microseconds(status.used_time) : .now - started, duration: .now - started,
      output: capturedOutput, errors: capturedErrors)
  }
}
