import CSandbox
import Glibc
import Support

/// The child's side of the sandbox.
public enum JobProcess {
  /// The descriptor that the parent passed as `Job.sharedDescriptor`.
  public static let sharedDescriptor = Int32(SANDBOX_SHARED)

  /// Serves the requests of a `ForkServer`. Returns only in the forked processes: the input of the job.
  ///
  /// Call it in `main`, while the process has one thread, after the preparations that all jobs share.
  public static func serve() -> [UInt8] {
    var size = 0
    let input = sandbox_serve(&size)
    defer { free(input) }
    return Array(UnsafeRawBufferPointer(start: input, count: size))
  }

  /// Splits this process into the job and its reaper. Returns only in the job.
  ///
  /// Call it after `serve()`, while the process has one thread.
  public static func enter(limits: JobLimits) throws(SandboxError) {
    var limits = sandbox_limits(memory: limits.memory, file_size: limits.fileSize, processes: limits.processes)
    guard sandbox_enter(&limits) == 0 else { throw SandboxError(.split) }
  }
}

/// Sends the results of a job to the parent, as lines on a separate descriptor.
///
/// A plug-in may close this descriptor, or all descriptors. The channel detects this and reopens it.
public final class ResultChannel {
  private var descriptor = Int32(SANDBOX_RESULTS)
  private let identity: FileIdentity

  /// Create the channel before the first plug-in is loaded.
  public init() throws(SandboxError) {
    guard let identity = FileIdentity(of: descriptor) else { throw SandboxError(.send) }
    self.identity = identity
  }

  /// Sends one line, which must not contain a newline.
  ///
  /// A newline precedes the line, so bytes that a plug-in wrote to the descriptor are a line of their own.
  public func send(_ line: [UInt8]) throws(SandboxError) {
    if FileIdentity(of: descriptor) != identity {
      descriptor = sandbox_reopen_results()
      guard descriptor >= 0 else { throw SandboxError(.send) }
    }
    let newline = UInt8(ascii: "\n")
    if let errno = writeAll([newline] + line + [newline], to: descriptor) { throw SandboxError(.send, errno: errno) }
  }
}
