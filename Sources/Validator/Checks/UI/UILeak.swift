import InterfaceHost
import LV2Host
import Model
import Support
import TestHost

enum UILeak: InterfaceCheck {
  enum Message: MessageKind {
    case heap, descriptors, threads, processes, resources, idle

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
      case .processes:
        MessageText(
          .warning, rule: closing,
          remedy: "End every process that the interface started, and wait for its end with waitpid().")
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
    asserts: "A closed interface leaves no heap memory, file descriptor, thread, process or resource of the X server "
      + "behind, and idle() needs no more and more memory.",
    method:
      "Counts heap memory, file descriptors, threads, processes and resources of the X server after each of up to "
      + "\(OpeningSeries.warmUp + OpeningSeries.counted) openings, and after each 20 calls of idle(). Growth in every repetition after a warm-up is "
      + "reported.",
    details:
      "Heap memory counts if the library of the interface allocated it, and not the toolkit, the driver of OpenGL "
      + "or Xlib. Resources count if lv2val started the server. The openings are those of ui.reopen; a slow interface is opened less often.",
    level: CheckLevel(6, "The host needs more and more memory each time that the user opens the interface."))

  /// The number of calls of idle() in a repetition, of repetitions in which caches fill, and of those that count.
  private static let (idleCalls, warmUp, counted) = (20, 4, 8)
  /// In seconds, for all calls of idle().
  private static let patience = 4.0
  /// In bytes: less per repetition is not reported.
  private static let leastGrowth = 16

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let series = try OpeningSeries.of(context)
    defer { AllocationLedger.end() }
    return .findings(try openingFindings(context, series) + idleFindings(context))
  }

  private static func openingFindings(_ context: InterfaceContext, _ series: OpeningSeries) throws -> [Finding] {
    let growth = series.growth
    var findings: [Finding] = []
    if growth.bytes >= leastGrowth, let site = series.leak {
      findings.append(
        finding(
          .heap, context,
          "leaks \(growth.bytes) bytes each time that it opens and closes. The backtrace shows the largest leak.",
          backtrace: site))
    }
    if growth.descriptors > 0 {
      findings.append(
        finding(
          .descriptors, context,
          "leaves \(growth.descriptors.counted("file descriptor")) open each time that it opens and closes."))
    }
    if growth.threads > 0 {
      findings.append(
        finding(.threads, context, "leaves \(growth.threads.counted("thread")) each time that it opens and closes."))
    }
    if growth.processes > 0 {
      findings.append(
        finding(
          .processes, context,
          "leaves \(growth.processes.counted("process")) each time that it opens and closes."))
    }
    // A connection that stays open keeps all its resources.
    if growth.others > 0, growth.descriptors == 0 {
      findings.append(try resourcesFinding(context, growth.others))
    }
    return findings
  }

  private static func resourcesFinding(_ context: InterfaceContext, _ growth: Int) throws -> Finding {
    let before = context.desktop.resources()
    CrashRecord.note(activity: "opening the interface again and again")
    let session = try InterfaceSession(context, instance: context.sharedInstance())
    session.idle(4)
    session.close()
    let kinds = context.desktop.resources().map { (name: $0.key, count: $0.value - (before[$0.key] ?? 0)) }
      .filter { $0.count > 0 }.sorted { $0.name < $1.name }.map { "\($0.count) \($0.name)" }
    return finding(
      .resources, context,
      "leaves \(growth.counted("resource")) in the X server each time that it opens and closes"
        + (kinds.isEmpty ? "." : ": \(kinds.joined(separator: ", "))."))
  }

  private static func idleFindings(_ context: InterfaceContext) throws -> [Finding] {
    let session = try InterfaceSession(context)
    defer { session.passOn() }
    guard session.interface.hasIdle else { return [] }
    session.idle()
    let patience = Patience(patience)
    var done = 0
    AllocationLedger.begin(judgingFrees: false)
    let growth = Growth(warmUp: warmUp, counted: counted) {
      AllocationLedger.mark()
      idle(session)
      done += 1
      return patience.suffices(after: done, of: warmUp + counted)
    }
    guard growth.bytes >= leastGrowth else { return [] }
    LeakSite.begin(context)
    idle(session)
    guard let site = LeakSite.found(context) else { return [] }
    return [
      finding(
        .idle, context,
        "keeps \(growth.bytes) more bytes after each \(idleCalls) calls of idle(), although nothing changes.",
        call: "idle()", backtrace: site)
    ]
  }

  private static func idle(_ session: InterfaceSession) {
    CrashRecord.note(activity: "idle(), again and again")
    session.idle(idleCalls)
  }
}
