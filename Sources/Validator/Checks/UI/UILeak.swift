import InterfaceHost
import LV2Host
import Model
import Support
import TestHost

enum UILeak: InterfaceCheck {
  enum Message: MessageKind {
    case heap, descriptors, threads, idle

    var text: MessageText {
      switch self {
      case .heap:
        MessageText(
          .warning, rule: closing, remedy: "Free in cleanup() what instantiate() and port_event() allocated.")
      case .descriptors:
        MessageText(
          .warning, rule: closing,
          remedy: "Close in cleanup() every file and every connection to the X server that the interface opened.")
      case .threads:
        MessageText(
          .warning, rule: closing,
          remedy:
            "End every thread of the interface in cleanup(): set a flag that its loop tests, wake it, and join it.")
      case .idle:
        MessageText(
          .warning,
          rule: Rule(
            "idle() will be called rapidly, as long as the UI is open",
            source: "lv2/ui/ui.h: LV2UI_Idle_Interface.idle()"),
          remedy: "Free in idle() what it allocates, or keep it and use it again.")
      }
    }

    private var closing: Rule {
      Rule("cleanup() destroys the UI with everything that it holds", source: "lv2/ui/ui.h: LV2UI_Descriptor.cleanup()")
    }
  }

  static let id: CheckID = "ui.leak"
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "A closed interface leaves no heap memory, file descriptor or thread behind, and idle() needs no more "
      + "and more memory.",
    method:
      "Counts heap memory, file descriptors and threads after each of up to \(warmUp + counted) openings, "
      + "and after each 20 calls of idle(). Growth in every repetition after a warm-up is reported.",
    details:
      "Heap memory counts if the library of the interface allocated it, and not the toolkit, the driver of OpenGL "
      + "or Xlib. A slow interface is not examined if all openings would take more than 6 s.",
    level: CheckLevel(6, "The host needs more and more memory each time that the user opens the interface."))

  /// In seconds, for all openings.
  private static let patience = 6.0
  private static let idleCalls = 20
  /// The numbers of repetitions in which caches fill, and of those that count. Opening takes long.
  private static let (warmUp, counted) = (4, 12)
  /// In bytes: less per repetition is not reported.
  private static let leastGrowth = 16

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    AllocationLedger.begin()
    let openings = try growth { try open(context) }
    var findings: [Finding] = []
    if openings.bytes >= leastGrowth, let site = try ownSite(context, { try open(context) }) {
      findings.append(
        finding(
          .heap, context,
          "leaks \(openings.bytes) bytes each time that it opens and closes. The backtrace shows the largest leak.",
          backtrace: site))
    }
    if openings.descriptors > 0 {
      findings.append(
        finding(
          .descriptors, context,
          "leaves \(openings.descriptors.counted("file descriptor")) open each time that it opens and closes."))
    }
    if openings.threads > 0 {
      findings.append(
        finding(.threads, context, "leaves \(openings.threads.counted("thread")) each time that it opens and closes."))
    }
    return .findings(findings + (try idleFindings(context)))
  }

  private static func idleFindings(_ context: InterfaceContext) throws -> [Finding] {
    let session = try InterfaceSession(context)
    defer { session.close() }
    guard session.interface.hasIdle else { return [] }
    session.idle()
    let growth = growth { idle(session) }
    guard growth.bytes >= leastGrowth, let site = ownSite(context, { idle(session) }) else { return [] }
    return [
      finding(
        .idle, context,
        "keeps \(growth.bytes) more bytes after each \(idleCalls) calls of idle(), although nothing changes.",
        call: "idle()", backtrace: site)
    ]
  }

  private static func open(_ context: InterfaceContext) throws {
    CrashRecord.note(activity: "opening the interface again and again")
    let session = try InterfaceSession(context)
    session.idle(4)
    session.close()
  }

  private static func idle(_ session: InterfaceSession) {
    CrashRecord.note(activity: "idle(), again and again")
    session.idle(idleCalls)
  }

  /// The growth by repetitions of `body`, unless they take too long.
  private static func growth(_ body: () throws -> Void) rethrows -> Growth {
    let start = ContinuousClock.now
    return try Growth(warmUp: warmUp, counted: counted) {
      try body()
      return (ContinuousClock.now - start).seconds < patience
    }
  }

  /// The number of repetitions of which the stacks are recorded.
  private static let recorded = 3

  private static let allocators = ["/libc.so", "/libstdc++.so", "/libc++.so"]

  /// The stack that allocates the most bytes in repetitions of `body`; nil if a library other than that of the interface
  /// does.
  private static func ownSite(_ context: InterfaceContext, _ body: () throws -> Void) rethrows -> [StackFrame]? {
    AllocationLedger.begin(recordingStacks: true)
    for _ in 0..<recorded { try body() }
    guard let site = AllocationLedger.largestSite else { return nil }
    // The caller of malloc(), directly, by another function of libc or by the C++ library.
    let caller = site.first { frame in !allocators.contains { frame.image?.contains($0) == true } }
    return caller?.image?.hasPrefix(context.interface.bundlePath) == true ? site : nil
  }
}
