import InterfaceHost
import LV2Host
import Model
import TestHost

enum UIInput: InterfaceCheck {
  enum Message: MessageKind {
    case unreported, waits

    var text: MessageText {
      switch self {
      case .waits:
        MessageText(
          .warning,
          rule: Rule(
            "idle() is for handling UI events, and is called rapidly by the host, whose windows stand still meanwhile",
            source: "lv2/ui/ui.h: LV2UI_Idle_Interface.idle()"),
          remedy:
            "Open menus and dialogs without waiting for their answer, for example with QDialog::open(), and handle their "
            + "events in later calls.")
      case .unreported:
        MessageText(
          .note,
          rule: Rule(
            "write_function is a function that the UI can use to send data to the plug-in's input ports",
            source: "lv2/ui/ui.h: LV2UI_Descriptor.instantiate()"),
          remedy: "Call write_function when the user moves a control.")
      }
    }
  }

  static let id: CheckID = "ui.input"
  static let takesOpening = true
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "A user can click, drag and type anywhere in the window, and leave it at any time",
        source: "lv2/ui/ui.h: LV2UI_Idle_Interface.idle()"),
      remedy: "Check in the handlers of events whether the object under the pointer exists."),
    exercise: .stimulus)
  static let text = CheckText(
    asserts:
      "The interface survives clicks, drags, the wheel, keys and changes of the focus, and reports what the user moved.",
    method:
      "Clicks, drags, turns the wheel and types in places that the seed decides, and in those whose color changes "
      + "under the pointer. Drags also leave the window. Then compares the picture and what was written.",
    details:
      "A menu or dialog for which a call waits receives Escape after a second. A note is given if pictures stay changed "
      + "after drags in three places, but the interface wrote nothing at all and touched nothing.",
    level: CheckLevel(4, "A click crashes the host."))

  private static let drawnPlaces = 4
  private static let hoverPlaces = 4
  /// The number of drags that must have changed the picture for good.
  private static let leastChanges = 3

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let session = try InterfaceSession.usual(context)
    defer { session.close() }
    session.idle()
    session.interface.activity = HostActivity()
    let answered = Attendant.answered.count
    var generator = context.generator(for: id)
    session.perform(UserInput.tour(of: session, generator, places: drawnPlaces))
    let places = sensitivePlaces(session, &generator)
    var changes = 0
    for (x, y) in places {
      guard let before = stillPicture(session) else { break }
      session.perform(UserInput.drag(x, y, toX: x + 5, y: y - 40) + [.move(x: -20, y: -20), .idle(4)])
      if let after = stillPicture(session), after != before { changes += 1 }
    }
    if let call = Attendant.answered.dropFirst(answered).first {
      return .findings([
        finding(
          .waits, context, "waited in \(call)() for the answer to a menu or a dialog; expected that the call returns.",
          call: Call(call))
      ])
    }
    let activity = session.interface.activity
    guard changes >= leastChanges, activity.writes.isEmpty, activity.touches.isEmpty, !context.controls.isEmpty,
      // It can change the plug-in by another way.
      context.interface.features.isDisjoint(with: [URI.instanceAccess, URI.dataAccess])
    else { return .passed }
    return .findings([
      finding(.unreported, context, "changed its picture after \(changes) drags, but wrote no value to any port.")
    ])
  }

  private static func stillPicture(_ session: InterfaceSession) -> Screenshot? {
    let picture = session.picture
    session.idle(2)
    return picture == session.picture ? picture : nil
  }

  /// Places where the picture changes under the pointer.
  private static func sensitivePlaces<Generator: RandomNumberGenerator>(
    _ session: InterfaceSession, _ generator: inout Generator
  ) -> [(x: Int, y: Int)] {
    guard let size = session.picture?.size, stillPicture(session) != nil else { return [] }
    var places: [(x: Int, y: Int)] = []
    for _ in 0..<4 * hoverPlaces where places.count < hoverPlaces {
      session.perform([.move(x: -20, y: -20), .idle(1)])
      let before = session.picture
      let place = (
        x: Int.random(in: 0..<size.width, using: &generator), y: Int.random(in: 0..<size.height, using: &generator)
      )
      session.perform([.move(x: place.x, y: place.y), .idle(1)])
      if session.picture != before { places.append(place) }
    }
    return places
  }
}
