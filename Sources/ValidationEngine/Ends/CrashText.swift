import Glibc
import TestHost

/// The parts of a crash message that describe the signal and the memory access.
enum CrashText {
  /// A phrase such as ", reading 4 bytes past the end of the buffer of port 2 (256 bytes)"; empty if the kind of access is
  /// unknown.
  static func access(of crash: Crash) -> String {
    switch crash.access {
    case .read: ", reading \(place(of: crash))"
    case .write: ", writing \(place(of: crash))"
    case .execute: ", executing \(place(of: crash))"
    case .unknown: ""
    }
  }

  private static func place(of crash: Crash) -> String {
    if let hit = crash.heapHit {
      return hit.isFreed
        ? "byte \(hit.offset) of a freed heap block of \(hit.size) bytes"
        : "\(past(hit.offset - hit.size)) a heap block of \(hit.size) bytes"
    }
    guard let hit = crash.hit else { return "address 0x\(String(crash.address, radix: 16))" }
    if hit.port < 0 {
      return hit.offset < hit.size
        ? "byte \(hit.offset) of \(hit.size) bytes that are read-only, or valid during another call only"
        : "\(past(hit.offset - hit.size)) \(hit.size) bytes that the host provided"
    }
    let buffer = "the buffer of port \(hit.port)"
    switch hit.offset {
    case ..<0: return "\(-hit.offset) bytes before \(buffer)"
    case hit.size...: return "\(past(hit.offset - hit.size)) \(buffer) (\(hit.size) bytes)"
    default: return "\(buffer), which the host did not provide for that access"
    }
  }

  private static func past(_ bytes: Int) -> String {
    bytes == 0 ? "immediately past the end of" : "\(bytes) bytes past the end of"
  }

  static func name(of signal: Int32) -> String { signals[signal] ?? "signal \(signal)" }

  private static let signals = [
    SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGABRT: "SIGABRT", SIGTRAP: "SIGTRAP",
    SIGSYS: "SIGSYS", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM",
  ]
}
