import InterfaceHost
import LV2Host
import Model
import TestHost

enum UIXError: InterfaceCheck {
  enum Message: MessageKind {
    case error, handler

    var text: MessageText {
      switch self {
      case .error:
        MessageText(
          .error,
          rule: Rule(
            "If the program does not call XSetErrorHandler(), an error of the server ends it: the default handler prints a message "
              + "and exits", source: "Xlib - C Language X Interface: XSetErrorHandler()"),
          remedy: "Fix {the request}: use only windows, pixmaps and contexts that exist.")
      case .handler:
        MessageText(
          .warning,
          rule: Rule(
            "XSetErrorHandler() sets the handler of the whole process, and returns the previous one",
            source: "Xlib - C Language X Interface: XSetErrorHandler()"),
          remedy: "Restore the handler that XSetErrorHandler() returned before the call of the host returns.")
      }
    }
  }

  static let id: CheckID = "ui.x-error"
  static let text = CheckText(
    asserts: "The interface causes no error of the X server, and leaves the error handler of the host in place.",
    method:
      "Opens the interface twice, moves the pointer over it, clicks, changes its size and its controls, and closes "
      + "it. Xlib waits for the result of each request, so that the backtrace shows the request that failed.",
    details:
      "A slow interface is opened once. Only interfaces that use Xlib are judged: with XCB, an error is an event, and does "
      + "not end the process. The handler is compared after each call; one in a toolkit outside of the bundle is not judged.",
    level: CheckLevel(4, "An error of the X server ends the host without a message."))

  /// In seconds: after this time, the interface is not opened again.
  private static let patience = 0.4

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    XErrors.watch(isSynchronous: true, server: context.server)
    defer { XErrors.watch(server: context.server) }
    let before = XErrors.count
    var replacing: String?
    func noteHandler() {
      if replacing == nil { replacing = XErrors.replacingLibrary }
    }
    let patience = Patience(patience)
    for opening in 1...2 where opening == 1 || patience.isLeft {
      CrashRecord.note(activity: "opening \(opening) of the interface")
      let session = try InterfaceSession(context)
      noteHandler()
      session.idle()
      // A larger window of the host would have places outside of the interface.
      if opening == 1 { session.perform(UserInput.tour(of: session, context.generator(for: id), places: 2)) }
      session.perform([.stretch(width: 300, height: 200), .resize(width: 300, height: 200)])
      session.perform([.stretch(width: 800, height: 600), .resize(width: 800, height: 600)])
      for port in context.controls {
        session.interface.send(context.range(of: port).upperBound, toPort: port.index)
      }
      session.idle()
      noteHandler()
      CrashRecord.note(activity: "closing the interface")
      session.close()
      noteHandler()
    }
    return .findings(errorFindings(from: before, context) + handlerFindings(replacing, context))
  }

  package static func isPlayable(_ finding: Finding) -> Bool { finding.id == MessageID(id, Message.error) }

  package static func play(
    _ script: InterfaceScript, in context: InterfaceContext, isExtreme: Bool, pause: Duration
  ) throws -> CheckOutcome {
    XErrors.watch(isSynchronous: true, server: context.server)
    let before = XErrors.count
    InterfaceSession.keep(try script.play(in: context, isExtreme: isExtreme, pause: pause))
    return .findings(errorFindings(from: before, context))
  }

  /// One finding for each kind of request that failed.
  private static func errorFindings(from index: Int, _ context: InterfaceContext) -> [Finding] {
    let entries = XErrors.entries(from: index)
    return Dictionary(grouping: entries) { "\($0.name) \($0.request)" }.sorted { $0.key < $1.key }.map { key, errors in
      finding(
        .error, about: key, context,
        "caused \(errors[0].name) in \(errors[0].request) of the X server; expected no error.",
        naming: [errors[0].request], count: errors.count, backtrace: errors[0].frames)
    }
  }

  private static func handlerFindings(_ library: String?, _ context: InterfaceContext) -> [Finding] {
    guard let library, library.hasPrefix(context.interface.bundlePath) else { return [] }
    return [finding(.handler, context, "replaced the handler of X errors of the host, and did not restore it.")]
  }
}
