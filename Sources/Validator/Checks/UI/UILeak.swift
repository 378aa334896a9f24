import InterfaceHost
import LV2Host
import Model
import Support
import TestHost

enum UILeak: InterfaceCheck {
  enum Message: MessageKind {
    case heap, descriptors, threads, resources, idle

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
      case .resources:
        MessageText(
          .warning, rule: closing,
          remedy:
            "Free in cleanup() the pixmaps, contexts, cursors and windows that the interface created in the X server.")
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
    asserts: "A closed interface leaves no heap memory, file descriptor, thread or resource of the X server "
      + "behind, and idle() needs no more and more memory.",
    method:
      "Counts heap memory, file descriptors, threads and resources of the X server after each of up to \(warmUp + counted) openings, "
      + "and after each 20 calls of idle(). Growth in every repetition after a warm-up is reported.",
    details:
      "Heap memory counts if the library of the interface allocated it, and not the toolkit, the driver of OpenGL "
      + "or Xlib. Resources count if lv2val started the server. A slow interface is not examined if all openings would take more than \(Int(patience)) s.",
    level: CheckLevel(6, "The host needs more and more memory each time that the user opens the interface."))

  /// In seconds, for all openings.
  private static let patience = 4.0
  private static let idleCalls = 20
  /// The numbers of repetitions in which caches fill, and of those that count. Opening takes long.
  private static let (warmUp, counted) = (4, 8)
  /// In bytes: less per repetition is not reported.
  private static let leastGrowth = 16

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    AllocationLedger.begin()
    let openings = try growth({ try open(context) }, others: { resources(context).values.reduce(0, +) })
    return .findings(try openingFindings(context, openings) + idleFindings(context))
  }

  private static func openingFindings(_ context: InterfaceContext, _ openings: Growth) throws -> [Finding] {
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
    // A connection that stays open keeps all its resources.
    if openings.others > 0, openings.descriptors == 0 {
      findings.append(try resourcesFinding(context, openings.others))
    }
    return findings
  }

  private static func resourcesFinding(_ context: InterfaceContext, _ growth: Int) throws -> Finding {
    let before = resources(context)
    try open(context)
    let kinds = resources(context).map { (name: $0.key, count: $0.value - (before[$0.key] ?? 0)) }
      .filter { $0.count > 0 }.sorted { $0.name < $1.name }.map { "\($0.count) \($0.name)" }
    return finding(
      .resources, context,
      "leaves \(growth.counted("resource")) in the X server each time that it opens and closes"
        + (kinds.isEmpty ? "." : ": \(kinds.joined(separator: ", "))."))
  }

  /// What the X server holds, if lv2val started it: others serve other programs too.
  private static func resources(_ context: InterfaceContext) -> [String: Int] {
    context.server.process == nil ? [:] : context.desktop.resources()
  }

  private static func idleFindings(_ context: InterfaceContext) throws -> [Finding] {
    let session = try InterfaceSession(context)
    defer { session.close() }
    guard session.interface.hasIdle else { return [] }
    session.idle()
    let growth = growth({ idle(session) })
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
  ///
  /// - Parameter others: counts something else after each.
  private static func growth(_ body: () throws -> Void, others: () -> Int = { 0 }) rethrows -> Growth {
    // The first repetition loads libraries.
    try body()
    let patience = Patience(patience)
    var done = 0
    return try Growth(warmUp: warmUp - 1, counted: counted, others: others) {
      try body()
      done += 1
      return patience.suffices(after: done, of: warmUp - 1 + counted)
    }
  }

  private static let allocators = ["/libc.so", "/libstdc++.so", "/libc++.so"]

  /// The stack that allocates the most bytes in another repetition of `body`; nil if a library other than that of the
  /// interface does.
  private static func ownSite(_ context: InterfaceContext, _ body: () throws -> Void) rethrows -> [StackFrame]? {
    AllocationLedger.begin(recordingStacks: true)
    try body()
    guard let site = AllocationLedger.largestSite else { return nil }
    // The caller of malloc(), directly, by another function of libc or by the C++ library.
    let caller = site.first { frame in !allocators.contains { frame.image?.contains($0) == true } }
    return caller?.image?.hasPrefix(context.interface.bundlePath) == true ? site : nil
  }
}
