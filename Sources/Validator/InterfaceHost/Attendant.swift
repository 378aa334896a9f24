import Glibc
import LV2Host
import Synchronization
import TestHost

/// A user who answers the menus and dialogs for which a call of an interface waits.
///
/// Such a call blocks the windows of a host, and without a user it would not end. A thread presses Escape if a call sleeps for some time
/// and a window is there that was not there before it.
package enum Attendant {
  /// The calls that returned after an answer, in their order, in this process.
  // SAFETY: as below.
  nonisolated(unsafe) package private(set) static var answered: [String] = []

  /// The windows that need no answer.
  // SAFETY: the checks of a process run one after the other in one thread, which writes this between calls. The other
  // thread reads it during a call.
  nonisolated(unsafe) private static var known: Set<Desktop.Window> = []

  /// The number of the present call, from 1; 0 between calls.
  private static let call = Atomic<Int>(0)
  /// The number of the last call that was answered.
  private static let answer = Atomic<Int>(0)
  nonisolated(unsafe) private static var count = 0

  /// The process in which the thread was started. A copy of it has none.
  nonisolated(unsafe) private static var process: pid_t = 0
  /// The file of the state of the main thread.
  // SAFETY: written before the thread starts, and never freed.
  nonisolated(unsafe) private static var stateFile: UnsafeMutablePointer<CChar>?

  /// Starts the thread, unless this process has one.
  static func begin() {
    guard process != getpid() else { return }
    process = getpid()
    stateFile = strdup("/proc/self/task/\(process)/stat")
    pthread_detach(startThread { serve() })
  }

  /// Notes the windows that are visible now as those that need no answer.
  static func learn(_ desktop: Desktop) { known = Set(desktop.visibleTopLevels()) }

  /// Runs `body`, a call of an interface.
  static func attending<Result>(_ name: String, _ body: () -> Result) -> Result {
    guard call.load(ordering: .relaxed) == 0 else { return body() }
    count += 1
    call.store(count, ordering: .releasing)
    let result = body()
    call.store(0, ordering: .releasing)
    if answer.load(ordering: .acquiring) == count { answered.append(name) }
    return result
  }

  // MARK: Thread

  /// In microseconds.
  private static let period: UInt32 = 100_000
  /// The number of periods for which a call sleeps before the first answer of a process, and before later ones.
  private static let (firstPatience, laterPatience) = (10, 3)
  /// The key code in the map of a PC keyboard.
  private static let escape: UInt8 = 9

  private static func serve() {
    var desktop: Desktop?
    var (last, asleep, patience) = (0, 0, firstPatience)
    while true {
      usleep(period)
      let current = call.load(ordering: .acquiring)
      asleep = current != 0 && current == last && isAsleep() ? asleep + 1 : 0
      last = current
      guard asleep >= patience else { continue }
      asleep = 0
      if desktop == nil { desktop = try? Desktop() }
      guard let desktop, let window = desktop.visibleTopLevels().last(where: { !known.contains($0) }) else { continue }
      patience = laterPatience
      answer.store(current, ordering: .releasing)
      desktop.focus(window)
      desktop.type(escape)
    }
  }

  /// Whether the main thread, which calls the interface, waits for something. Does not allocate memory: this process can be
  /// copied at any time, and the ledger of the heap is locked for each block.
  private static func isAsleep() -> Bool {
    guard let stateFile else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
      let file = open(stateFile, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      let length = read(file, buffer.baseAddress, buffer.count)
      guard length > 0, let name = buffer[..<length].lastIndex(of: UInt8(ascii: ")")) else { return false }
      return buffer[..<length].dropFirst(name).starts(with: ") S".utf8)
    }
  }
}
