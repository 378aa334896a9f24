import CSandbox
import Glibc

/// The way of a job's results to the parent: lines on a descriptor of its own.
///
/// A plug-in may close that descriptor, or every descriptor there is. The channel notices and opens it again.
public final class ResultChannel {
  private var descriptor = Int32(SANDBOX_RESULTS)
  private let identity: Identity
  /// How often the descriptor was found closed, or to be another file.
  public private(set) var losses = 0

  /// To be made before any plug-in is loaded.
  public init() throws(SandboxError) {
    guard let identity = Identity(of: descriptor) else { throw SandboxError(.send) }
    self.identity = identity
  }

  /// Sends one line; it must not hold a newline.
  ///
  /// One goes before it too: what a plug-in has written there is a line of its own.
  public func send(_ line: [UInt8]) throws(SandboxError) {
    if Identity(of: descriptor) != identity {
      losses += 1
      descriptor = sandbox_reopen_results()
      guard descriptor >= 0 else { throw SandboxError(.send) }
    }
    let newline = UInt8(ascii: "\n")
    var rest = ([newline] + line + [newline])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw SandboxError(.send) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// What tells one open file from another.
  private struct Identity: Equatable {
    let device: dev_t
    let node: ino_t

    init?(of descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      device = status.st_dev
      node = status.st_ino
    }
  }
}
