import Glibc
import Model
import TestHost

/// The parts of a crash message that describe the signal and the memory access.
enum EndText {
  /// What the plug-in did, such as "crashed with SIGSEGV, reading address 0x0" or "wrote immediately past the end of a
  /// heap block of 64 bytes, where lv2val protects the memory": without this protection it need not crash.
  ///
  /// - Parameter ports: the ports in messages, by index.
  static func event(of crash: Crash, ports: [Int: String]) -> String {
    let words: (crashing: String, done: String)? =
      switch crash.access {
      case .read: ("reading", "read")
      case .write: ("writing", "wrote")
      case .execute: ("executing", "executed")
      case .unknown: nil
      }
    let signal = "crashed with \(name(of: crash.signal))"
    guard let words else { return signal }
    guard let place = protectedPlace(of: crash, ports) else {
      return "\(signal), \(words.crashing) address 0x\(String(crash.address, radix: 16))"
    }
    return "\(words.done) \(place), where lv2val protects the memory"
  }

  /// The place of the access in or near memory of lv2val; nil for other addresses.
  private static func protectedPlace(of crash: Crash, _ ports: [Int: String]) -> String? {
    if let hit = crash.heapHit, hit.isOfBlock {
      let block = "a heap block of \(hit.size) bytes"
      if hit.isFreedEarlier { return "memory outside of its instance: \(block) that an earlier instance freed" }
      if hit.isFreed { return "byte \(hit.offset) of \(block) that was freed" }
      return hit.offset < 0
        ? "memory \(-hit.offset) bytes before \(block)" : "\(past(hit.offset - hit.size)) \(block)"
    }
    guard let hit = crash.hit else { return nil }
    if hit.port < 0 {
      return hit.offset < hit.size
        ? "byte \(hit.offset) of \(hit.size) bytes that are read-only, or valid during another call only"
        : "\(past(hit.offset - hit.size)) \(hit.size) bytes that the host provided"
    }
    let buffer = "the buffer of \(ports[hit.port] ?? "port \(hit.port)")"
    switch hit.offset {
    case ..<0: return "memory \(-hit.offset) bytes before \(buffer)"
    case hit.size...: return "\(past(hit.offset - hit.size)) \(buffer) (\(hit.size) bytes)"
    default: return "\(buffer), which the host did not provide for that access"
    }
  }

  static let remedyOfFreedBlock =
    "Do not use the block after it was freed: end threads that use it before, and set pointers to it to NULL."

  static let remedyOfEarlierBlock =
    "Limit every index to the size of its block, and use no memory of an earlier instance."

  static let remedyOfThread =
    "End the threads of the plug-in, or let them wait, before deactivate() or cleanup() frees what they use, and protect "
    + "data that they share with run()."

  static let remedyOfSharedWork =
    "Let work() use no data of the instance that run() or work_response() changes: send it what it needs in the request, "
    + "and return the result in the response."

  static let remedyOfEarlyResult =
    "Use the result of the work only after work_response(), and test the pointer for NULL in run() until then."

  static let remedyWithoutActivation =
    "Set all pointers of the instance in instantiate(), for example to NULL, because malloc() does not clear memory, and "
    + "test them in cleanup()."

  static let remedyWithoutDisplay =
    "Open the display (for example by a QApplication) in the interface only, not in instantiate() or run(): plug-ins run "
    + "on machines without a display too."

  static let remedyOfHang = "Bound every loop and every wait; the backtrace shows where the call was."

  /// Of a call of an interface.
  static let remedyOfDialog = "Show dialogs without waiting for their answer, for example with QDialog::open()."

  /// How to fix a crash whose cause the signal shows; nil for other signals.
  static func remedy(for signal: Int32) -> String? {
    switch signal {
    case SIGABRT:
      "Find the failed assertion, the exception or the call of abort(), also in a library, and handle the error instead."
    case SIGFPE: "Test the divisor before the division of integers that the backtrace shows."
    default: nil
    }
  }

  /// How to fix a crash in this function of the plug-in; nil for a crash outside of a call.
  static func remedy(in call: Call?) -> String {
    switch call?.function {
    case "run":
      "Limit the index, or test the pointer, that the first frame of the backtrace uses, for the controls and the block "
        + "length that are stated."
    case "work_response", "end_run":
      "Test the size of the response and every pointer that it replaces before the first frame of the backtrace uses them."
    case "instantiate":
      "Test the results of allocations and the features in instantiate(), and return NULL if one is missing."
    case "activate", "deactivate":
      "Test what the first frame of the backtrace uses: run() may not have been called before, and any number of times."
    case "cleanup": "Free only what instantiate() allocated, and test pointers that activate() or run() set."
    case "connect_port": "Store the pointer in connect_port() and read it only in run()."
    case "save", "restore": "Test the results of the host's functions and the types and sizes of values."
    case "work": "Test the size and the contents of each request in work(), and expect requests in any order."
    case "dlopen": "Fix the constructors of the library."
    default: "Test the arguments and the state of the instance that the first frame of the backtrace uses."
    }
  }

  /// The last lines of a text in one line, shortened at the start; nil if the text is empty.
  static func lastLines(of text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(line.filter { (" "..."~").contains($0) }.trimmingPrefix { $0 == " " })
    }
    let end = lines.filter { !$0.isEmpty }.suffix(3).joined(separator: " / ")
    guard !end.isEmpty else { return nil }
    return end.count > outputLimit ? "..." + end.suffix(outputLimit) : end
  }

  /// The number of characters of a process's output in a message.
  private static let outputLimit = 240

  private static func past(_ bytes: Int) -> String {
    bytes == 0 ? "immediately past the end of" : "memory \(bytes) bytes past the end of"
  }

  static func name(of signal: Int32) -> String { signals[signal] ?? "signal \(signal)" }

  private static let signals = [
    SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGABRT: "SIGABRT", SIGTRAP: "SIGTRAP",
    SIGSYS: "SIGSYS", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM",
  ]
}
