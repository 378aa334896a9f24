import InterfaceHost
import LV2Host
import Model
import TestHost

enum UIXError: InterfaceCheck {
  enum Message: MessageKind {
    case error, handler

    var text: MessageText {
      switch self {
      case .error: ServerErrors.text
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
      "Opens the interface, moves the pointer over it, clicks, changes its size and its controls, opens another one "
      + "beside it, closes the first one, uses the other one, and opens it again. Xlib waits for the result of each "
      + "request, so that the backtrace shows the request that failed.",
    details:
      "A slow interface is opened once. Only interfaces that use Xlib are judged: with XCB, an error is an event, and "
      + "does not end the process. The other checks report errors that they cause, each error once. The handler is "
      + "compared after each call; one in a toolkit outside of the bundle is not judged.",
    level: CheckLevel(4, "An error of the X server ends the host without a message."))

  /// In seconds: after this time, the interface is not opened again.
  private static let patience = 0.4

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    XErrors.watch(isSynchronous: true, server: context.server)
    defer { XErrors.watch(server: context.server) }
    var trial = Trial(context)
    let first = try trial.open()
    // A larger window of the host would have places outside of the interface.
    first.perform(UserInput.tour(of: first, context.generator(for: id), places: 2))
    trial.use(first)
    // Another one stays open when the first one closes.
    let other = try trial.openAnother()
    trial.close(first)
    if let other {
      trial.use(other)
      trial.close(other)
    }
    if let again = try trial.openAnother() { trial.close(again) }
    return .findings(handlerFindings(trial.replacingLibrary, context))
  }

  /// Opens, uses and closes interfaces, and looks for the handler of errors after each call.
  private struct Trial {
    let context: InterfaceContext
    private(set) var replacingLibrary: String?
    private let patience = Patience(UIXError.patience)

    init(_ context: InterfaceContext) { self.context = context }

    mutating func open() throws -> InterfaceSession {
      CrashRecord.note(activity: "opening the interface")
      let session = try InterfaceSession(context)
      noteHandler()
      session.idle()
      return session
    }

    /// Nil if the interface is slow, or refuses to open again.
    mutating func openAnother() throws -> InterfaceSession? {
      guard patience.isLeft else { return nil }
      CrashRecord.note(activity: "opening the interface again")
      let session = try InterfaceSession.attempt(context)
      noteHandler()
      session?.idle()
      return session
    }

    mutating func use(_ session: InterfaceSession) {
      session.perform([.stretch(width: 300, height: 200), .resize(width: 300, height: 200)])
      session.perform([.stretch(width: 800, height: 600), .resize(width: 800, height: 600)])
      for port in context.controls {
        session.interface.send(context.range(of: port).upperBound, toPort: port.index)
      }
      session.idle()
      noteHandler()
    }

    mutating func close(_ session: InterfaceSession) {
      CrashRecord.note(activity: "closing the interface")
      session.close()
      noteHandler()
    }

    private mutating func noteHandler() {
      if replacingLibrary == nil { replacingLibrary = XErrors.replacingLibrary }
    }
  }

  private static func handlerFindings(_ library: String?, _ context: InterfaceContext) -> [Finding] {
    guard let library, library.hasPrefix(context.interface.bundlePath) else { return [] }
    return [finding(.handler, context, "replaced the handler of X errors of the host, and did not restore it.")]
  }
}
