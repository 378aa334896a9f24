import LV2Kit
import Testing

@testable import Views

/// What the windows of instruments have beside a response: an own picture, pages, meters, files and keys.
@Suite struct OwnWindowTests {
  private enum Shape: Int, Choice {
    case round, square
    var label: StaticString { self == .round ? "Round" : "Square" }
  }

  private enum Port: Int, ControlSet {
    case level, shape, load
    var declaration: ControlPort {
      switch self {
      case .level: .input("level", "Level", 0...10, initial: 5, comment: "A number.")
      case .shape: .choice("shape", "Shape", of: Shape.self, initial: .round, comment: "A choice.")
      case .load: .output("load", "Load", 0...1, comment: "A meter.")
      }
    }
  }

  private enum Property: Int, PropertySet {
    case root, file
    var declaration: LV2Kit.Property {
      switch self {
      case .root: .control(.integer("root", "Root", 0...127, initial: 60, unit: .midiNote, comment: "A note."))
      case .file: .file("file", "File", comment: "A file.")
      }
    }
  }

  /// Its own picture sets the level to the place of the pointer.
  private final class InstrumentView: EffectView {
    var isPressed = false
    var wheel = 0.0

    init() {
      super.init("Instrument", Port.declarations, properties: Property.declarations, rate: 48_000)
      showLabels(of: Shape.self, forPort: Port.shape.rawValue)
    }

    override var hasOwnPicture: Bool { true }
    override var pages: [StaticString] { ["Sound", "File"] }
    override func fieldRows(ofPage page: Int) -> [[Int]] {
      page == 0 ? [[0, 1, 2]] : [[port(of: Property.file)], [port(of: Property.root), enabledPort]]
    }
    override var keyboard: ClosedRange<Int>? { 36...84 }
    override func pressed(_ x: Double, _ y: Double, in area: Rectangle) {
      isPressed = true
      moved(x, y, in: area, isPressed: true)
    }
    override func moved(_ x: Double, _ y: Double, in area: Rectangle, isPressed: Bool) {
      if isPressed { set(0, to: Float(10 * (x - area.x) / area.width)) }
    }
    override func released() { isPressed = false }
    override func scrolled(_ x: Double, _ y: Double, in area: Rectangle, steps: Double) { wheel += steps }
    override func pressed(_ key: Key) -> Bool {
      key == .enter && set(0, to: 0) || key == .character(43) && set(0, to: 10)
    }
  }

  private let view = InstrumentView()
  private let panel: Panel
  private let none = Modifiers()

  init() { panel = Panel(view) }

  private func click(_ area: Rectangle) {
    panel.pressed(area.middle.x, area.middle.y, time: 1000, none)
    panel.released(area.middle.x, area.middle.y)
  }

  private func type(_ text: String) { for byte in text.utf8 { panel.pressed(.character(UInt32(byte)), none) } }

  private func string(_ text: Text) -> String { text.withCString { String(cString: $0) } }

  @Test func theOwnPictureGetsPointerAndKeys() {
    let area = panel.layout.response
    panel.pressed(area.x + 0.25 * area.width, area.middle.y, time: 1000, none)
    #expect(view.values[0] == 2.5 && view.isPressed)
    // The movement belongs to the picture also outside of it, and touches the ports that it changes.
    panel.pointerMoved(area.x + 0.75 * area.width, area.bottom + 200, none)
    #expect(view.values[0] == 7.5)
    #expect(panel.isTouched(0) && !panel.isTouched(1))
    panel.released(area.x, area.bottom + 200)
    #expect(!view.isPressed && !panel.isTouched(0))
    panel.undo()
    #expect(view.values[0] == 5)
    panel.scrolled(area.middle.x, area.middle.y, steps: 1, none)
    #expect(view.wheel == 1)
    click(area)
    #expect(panel.pressed(.enter, none) && view.values[0] == 0)
    // Characters are for the host, except after the tab key.
    #expect(!panel.pressed(.character(43), none) && view.values[0] == 0)
    panel.focus = .none
    panel.pressed(.tab, none)
    #expect(panel.pressed(.character(43), none) && view.values[0] == 10)
    #expect(!panel.pressed(.home, none))
  }

  @Test func pagesHaveTheirFields() {
    #expect(panel.fields == [0, 1, 2])
    click(panel.layout.tab(1))
    #expect(panel.page == 1 && panel.fields == [5, 4, view.enabledPort])
    panel.pressed(.pageUp, Modifiers(isControl: true))
    #expect(panel.page == 0)
    panel.pressed(.pageUp, Modifiers(isControl: true))
    #expect(panel.page == 0)
    // The tab key passes the picture, and leaves out the meter.
    panel.focus = .none
    for part: Panel.Part in [.own, .field(0), .field(1), .own] {
      panel.pressed(.tab, none)
      #expect(panel.focus == part)
    }
  }

  @Test func aMeterIsOnlyShown() {
    let area = panel.layout.field(2).middle
    panel.receive(2, 0.5)
    #expect(view.values[2] == 0.5)
    panel.pressed(area.x, area.y, time: 1000, none)
    panel.pointerMoved(area.x, area.y - 100, none)
    panel.released(area.x, area.y - 100)
    panel.scrolled(area.x, area.y, steps: 1, none)
    #expect(view.values[2] == 0.5 && panel.typed == nil)
  }

  @Test func aChoiceShowsItsLabels() {
    #expect(string(view.text(1, of: 1)) == "Square")
    click(panel.layout.field(1))
    #expect(panel.menu?.items.map { string(panel.title($0)) } == ["\u{2022} Round", "   Square"])
    #expect(string(view.text(60, of: view.port(of: Property.root))) == "C4")
  }

  // MARK: Properties

  @Test func aPathIsTypedAndPasted() {
    click(panel.layout.tab(1))
    click(panel.layout.field(0))
    type("/a b/x.wav")
    panel.pressed(.backspace, none)
    panel.pressed(.enter, none)
    #expect(view.texts == [[], Array("/a b/x.wa".utf8)])
    click(panel.layout.field(0))
    let path = "/" + String(repeating: "\u{e4}", count: 100) + ".wav"
    Array("file://\(path)\nfile:///other".utf8).withUnsafeBufferPointer { panel.pasteSettings($0) }
    panel.pressed(.enter, none)
    #expect(view.texts[1] == Array(path.utf8))
    // A click begins to type, and escape keeps the path.
    click(panel.layout.field(0))
    type("z")
    panel.pressed(.escape, none)
    #expect(view.texts[1] == Array(path.utf8))
    panel.resetAll()
    #expect(view.texts[1] == Array(path.utf8))
    panel.reset(view.port(of: Property.file))
    #expect(view.texts[1].isEmpty)
  }

  /// Settings for other programs are those of ports.
  @Test func propertiesAreNotCopied() {
    var copied = ""
    panel.copySettings { copied += string($0) }
    #expect(copied == "level=5 shape=0")
  }

  @Test func aPresetKeepsTheProperties() {
    panel.presets = [PanelPreset(name: Text("One"), values: [(0, 1)])]
    panel.receive(view.port(of: Property.root), 72)
    panel.receive(text: [65], ofProperty: 1)
    panel.choosePreset(0)
    #expect(view.values == [1, 0, 0, 1, 72, 0] && view.texts[1] == [65])
  }

  /// Without events, only the controls are shown.
  @Test func withoutEventsThereAreNeitherKeysNorProperties() {
    panel.hasEvents = false
    #expect(panel.keyboard == nil && panel.fields == [0, 1, 2])
    click(panel.layout.tab(1))
    #expect(panel.fields == [view.enabledPort])
  }

  // MARK: Keys

  /// The middle of the lower end of a white key and that of a black key belong to their notes, in the order of a piano.
  @Test func keysHaveThePlacesOfAPiano() throws {
    let keyboard = try #require(panel.keyboard)
    let (area, white) = (keyboard.area, keyboard.area.width / 29)
    let names = [36, 38, 40, 41, 43, 45, 47]
    for index in 0..<29 {
      let x = area.x + (Double(index) + 0.5) * white
      #expect(keyboard.note(at: x, area.bottom - 2) == names[index % 7] + index / 7 * 12)
    }
    for (place, note) in [(1, 37), (2, 39), (4, 42), (5, 44), (6, 46), (8, 49)] {
      #expect(keyboard.note(at: area.x + Double(place) * white, area.y + 5) == note)
    }
    #expect(keyboard.note(at: area.x - 1, area.y + 5) == nil)
  }

  @Test func theKeysPlay() throws {
    let area = try #require(panel.keyboard).area
    let white = area.width / 29
    func place(_ index: Int) -> Double { area.x + (Double(index) + 0.5) * white }
    panel.pressed(place(0), area.bottom - 1, time: 1000, none)
    #expect(panel.heldNote?.number == 36 && panel.heldNote?.velocity ?? 0 > 120)
    panel.pointerMoved(place(1), area.bottom - 20, none)
    #expect(panel.heldNote?.number == 38 && panel.heldNote?.velocity ?? 128 < 100)
    panel.pointerMoved(place(1), area.bottom + 30, none)
    #expect(panel.heldNote?.number == 38)
    panel.released(place(1), area.bottom + 30)
    #expect(panel.heldNote == nil && !panel.history.canUndo)
  }
}
