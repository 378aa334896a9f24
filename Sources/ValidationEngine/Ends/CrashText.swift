import Glibc
import TestHost

/// The parts of a crash message that describe the signal and the memory access.
enum CrashText {
  /// A phrase such as ", reading an address 4 bytes past the end of the buffer of audio input 'in' (256 bytes)"; empty if the kind of
  /// access is unknown.
  ///
  /// - Parameter ports: the ports in messages, by index.
  static func access(of crash: Crash, ports: [Int: String]) -> String {
    switch crash.access {
    case .read: ", reading \(place(of: crash, ports))"
    case .write: ", writing \(place(of: crash, ports))"
    case .execute: ", executing \(place(of: crash, ports))"
    case .unknown: ""
    }
  }

  private static func place(of crash: Crash, _ ports: [Int: String]) -> String {
    if let hit = crash.heapHit, hit.isOfBlock {
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
    let buffer = "the buffer of \(ports[hit.port] ?? "port \(hit.port)")"
    switch hit.offset {
    case ..<0: return "an address \(-hit.offset) bytes before \(buffer)"
    case hit.size...: return "\(past(hit.offset - hit.size)) \(buffer) (\(hit.size) bytes)"
    default: return "\(buffer), which the host did not provide for that access"
    }
  }

  /// How to fix a crash in this function of the plug-in; nil for a crash outside of a call.
  static func remedy(in call: String?) -> String {
    switch call {
    case "run": "Fix the access that the backtrace shows, for these control values and this block length."
    case "instantiate":
      "Test the results of allocations and the features in instantiate(), and return NULL if one is missing."
    case "activate", "deactivate": "Fix the access that the backtrace shows, also for an instance that never ran."
    case "cleanup": "Free only what instantiate() allocated, and test pointers that activate() or run() set."
    case "connect_port": "Store the pointer in connect_port() and read it only in run()."
    case "save", "restore": "Test the results of the host's functions and the types and sizes of values."
    case "work": "Fix the access that the backtrace shows, for requests in any order."
    case "dlopen": "Fix the constructors of the library."
    default: "Fix the access that the backtrace shows."
    }
  }

  private static func past(_ bytes: Int) -> String {
    bytes == 0 ? "immediately past the end of" : "an address \(bytes) bytes past the end of"
  }

  static func name(of signal: Int32) -> String { signals[signal] ?? "signal \(signal)" }

  private static let signals = [
    SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGABRT: "SIGABRT", SIGTRAP: "SIGTRAP",
    SIGSYS: "SIGSYS", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM",
  ]
}
