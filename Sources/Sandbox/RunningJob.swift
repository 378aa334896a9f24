import CSandbox
import Glibc

/// A job that has a process: its pipes, what came through them, its watchdog.
final class RunningJob {
  /// How long a keeper may take to clear up before it is itself killed.
  private static let clearingUp = Duration.seconds(10)

  let job: Job
  private let keeper: pid_t
  private let scratch: ScratchDirectory
  private let results: Descriptor
  private let output: Descriptor
  private let errors: Descriptor
  private let status: Descriptor
  private let started = ContinuousClock.now
  private var lines = LineSplitter()
  private var statusBytes: [UInt8] = []
  private var capturedOutput = CapturedText()
  private var capturedErrors = CapturedText()
  private var verdict: JobEnding.Verdict?
  private var ordered: ContinuousClock.Instant?
  private var lastProgress: UInt64
  private var progressed = ContinuousClock.now
  /// The processor time that the job had used when it got on last.
  private var usedAtProgress = Duration.zero

  /// Spawns the keeper, which becomes the job's parent.
  init(_ job: Job, program: String, scratch: ScratchDirectory) throws(SandboxError) {
    self.job = job
    self.scratch = scratch
    lastProgress = job.progress()
    let results = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    let status = try Pipe()
    let descriptors = [
      -1, output.writing.number, errors.writing.number, results.writing.number, job.shared, status.writing.number,
    ]
    let environment = RunningJob.environment(of: job, scratch: scratch.path)
    let arguments = CStrings([program] + job.arguments)
    keeper = sandbox_spawn(program, arguments.pointers, environment.pointers, scratch.path, descriptors)
    guard keeper > 0 else { throw SandboxError(.spawn) }
    self.results = results.intoReading()
    self.output = output.intoReading()
    self.errors = errors.intoReading()
    self.status = status.intoReading()
    job.rearm()
  }

  /// What to poll: the number of entries is always the same.
  var polled: [pollfd] {
    [results.number, output.number, errors.number, status.number].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Takes in what the pipes hold. Returns how the job ended, once it has.
  ///
  /// - Throws: where there was no job. Nothing of it is alive then.
  func pump(buffer: UnsafeMutableRawBufferPointer) throws(SandboxError) -> JobEnding? {
    // The status comes last on the keeper's side, so whatever is read after it is complete.
    let over = drainStatus(buffer: buffer)
    drain(results, buffer) { bytes in
      for line in lines.split(bytes) { job.received(job, line) }
    }
    drain(output, buffer) { capturedOutput.append($0) }
    drain(errors, buffer) { capturedErrors.append($0) }
    return over ? try ending() : nil
  }

  /// Ends the job where it stands still or is out of time.
  func watch(now: ContinuousClock.Instant) {
    if let ordered {
      if now - ordered > Self.clearingUp { kill(keeper, SIGKILL) }
      return
    }
    let progress = job.progress()
    if progress != lastProgress {
      lastProgress = progress
      progressed = now
      usedAtProgress = ProcessorTime.ofChildren(of: keeper) ?? .zero
    }
    let idle = now - max(progressed, job.armed)
    let elapsed = now - job.armed
    let limits = job.limits
    if idle > limits.patience && !isStarved(for: idle) {
      end(.stalled, signal: SIGTERM)
    } else if elapsed > limits.deadline && (idle < limits.patience / 4 || elapsed > limits.deadline * 4) {
      // Past the deadline, one that stands still is given the time to prove that it does.
      end(.slow, signal: SIGTERM)
    }
  }

  /// Whether the job wants to run and gets too little of a processor for a judgement: other work is in its way.
  ///
  /// One that waits for ever uses nothing, and one that spins uses nearly all of the time.
  private func isStarved(for idle: Duration) -> Bool {
    let used = (ProcessorTime.ofChildren(of: keeper) ?? .zero) - usedAtProgress
    return used > idle / 20 && used < min(job.limits.patience, idle) * 0.75
  }

  /// Ends the job without further ado.
  func interrupt() {
    end(.interrupted, signal: SIGINT)
  }

  private func end(_ verdict: JobEnding.Verdict, signal: Int32) {
    self.verdict = verdict
    ordered = .now
    kill(keeper, signal)
  }

  /// Returns whether nothing more can come: the status is here, or the keeper is gone without one.
  private func drainStatus(buffer: UnsafeMutableRawBufferPointer) -> Bool {
    let count = status.read(into: buffer)
    if count > 0 { statusBytes.append(contentsOf: buffer[..<count]) }
    return count == 0 || statusBytes.count >= MemoryLayout<sandbox_status>.size
  }

  /// Reads one pipe, but no more than 1 MiB at a time: a flood must not keep the others waiting.
  private func drain(
    _ descriptor: borrowing Descriptor, _ buffer: UnsafeMutableRawBufferPointer,
    _ take: (Slice<UnsafeMutableRawBufferPointer>) -> Void
  ) {
    for _ in 0..<16 {
      let count = descriptor.read(into: buffer)
      guard count > 0 else { return }
      take(buffer[..<count])
    }
  }

  private func ending() throws(SandboxError) -> JobEnding {
    var keeperStatus: Int32 = 0
    waitpid(keeper, &keeperStatus, 0)
    let size = MemoryLayout<sandbox_status>.size
    var status = sandbox_status()
    let complete = statusBytes.count >= size
    if complete {
      withUnsafeMutableBytes(of: &status) { $0.copyBytes(from: statusBytes[..<size]) }
      if status.error != 0 { throw SandboxError(.split, errno: status.error) }
    } else if case .exited(let number) = RunningJob.exit(keeperStatus) {
      // A keeper says how its job ended before it ends itself; whatever a job may do to it is a signal.
      throw SandboxError(.begin, reason: "it exited with status \(number)")
    } else {
      kill(-keeper, SIGKILL)
      status.strays = Int32(Orphans.end(in: scratch.path))
    }
    return JobEnding(
      exit: complete ? RunningJob.exit(status.wait_status) : .unknown, verdict: verdict, strays: Int(status.strays),
      peakMemory: Int(status.peak_memory), duration: .now - started, output: capturedOutput, errors: capturedErrors)
  }

  private static func exit(_ waitStatus: Int32) -> JobEnding.Exit {
    let signal = waitStatus & 0x7f
    return signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signalled(signal)
  }

  private static func environment(of job: Job, scratch: String) -> CStrings {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    variables["TMPDIR"] = scratch
    // What a plug-in keeps at home is neither read nor changed; the key to the display stays where it is.
    if let home = variables.updateValue(scratch, forKey: "HOME"), variables["XAUTHORITY"] == nil {
      variables["XAUTHORITY"] = "\(home)/.Xauthority"
    }
    for kind in ["CONFIG", "DATA", "STATE", "CACHE"] { variables["XDG_\(kind)_HOME"] = nil }
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables.merge(job.environment) { $1 }
    return CStrings(variables.map { "\($0.key)=\($0.value)" }.sorted())
  }
}
