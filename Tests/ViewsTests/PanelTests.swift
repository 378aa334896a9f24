import EffectViews
import LV2Kit
import Testing

@testable import Views

/// The pointer, the keyboard and the clipboard of a panel.
@Suite struct PanelTests {
  private let panel = Panel(PeakingEQView(rate: 48_000))
  private let none = Modifiers()

  private var frequency: Float { panel.view.values[0] }
  private var gain: Float { panel.view.values[1] }
  private var q: Float { panel.view.values[2] }

  private func press(_ x: Double, _ y: Double, time: UInt32 = 1000) { panel.pressed(x, y, time: time, none) }

  /// Moves the handle by a distance in points. A second movement needs a later time.
  private func drag(_ dx: Double, _ dy: Double, _ modifiers: Modifiers = Modifiers(), time: UInt32 = 1000) {
    let (x, y) = panel.picture.handlePlace(0)
    press(x, y, time: time)
    panel.pointerMoved(x + dx, y + dy, modifiers)
    panel.released(x + dx, y + dy)
  }

  private func type(_ text: String) {
    for scalar in text.unicodeScalars { panel.pressed(.character(scalar.value), none) }
  }

  private func field(_ index: Int) -> (x: Double, y: Double) { panel.layout.field(index).middle }

  @Test func aDragFollowsThePointer() {
    let area = panel.picture.area
    drag(area.width / 3, -area.height / 6)
    #expect(abs(frequency - 1000) < 0.01 && abs(gain - 6) < 1e-4 && q == 1)
    drag(10_000, -10_000, time: 2000)
    #expect(frequency == 20_000 && gain == 50)
  }

  @Test func shiftIsFineAndAltIsTheQ() {
    let area = panel.picture.area
    drag(0, -area.height / 6, Modifiers(isFine: true))
    #expect(abs(gain - 0.6) < 1e-4)
    drag(0, -100, Modifiers(isAlternate: true), time: 2000)
    #expect(abs(gain - 0.6) < 1e-4 && q > 10)
  }

  /// A host repeats older values late. It must not change a port that the pointer is moving.
  @Test func anAltDragTouchesThePortOfTheWheel() {
    let (x, y) = panel.picture.handlePlace(0)
    press(x, y)
    panel.pointerMoved(x, y - 1, none)
    #expect(!panel.isTouched(2))
    panel.pointerMoved(x, y - 100, Modifiers(isAlternate: true))
    #expect(!panel.isTouched(0) && panel.isTouched(1) && panel.isTouched(2))
    panel.pointerMoved(x, y - 1, Modifiers(isAlternate: true))
    #expect(panel.isTouched(2) && q == 1)
    panel.released(x, y - 1)
    #expect(!panel.isTouched(2))
  }

  /// A movement back restores the value, also if it was limited meanwhile.
  @Test func aMovementBackRestoresTheValue() {
    let (x, y) = panel.picture.handlePlace(0)
    press(x, y)
    panel.pointerMoved(x - 5000, y, none)
    #expect(frequency == 20)
    panel.pointerMoved(x, y, none)
    #expect(abs(frequency - 100) < 1e-3)
    #expect(panel.isTouched(0) && !panel.isTouched(1) && !panel.isTouched(2))
    panel.released(x, y)
    #expect(!panel.isTouched(0))
  }

  /// A field that the pointer holds does not follow the host, although it does not move.
  @Test func aHeldFieldIsTouched() {
    let (port, place) = (panel.fields[1], field(1))
    press(place.x, place.y)
    #expect(panel.isTouched(port) && !panel.isTouched(panel.fields[0]))
    panel.released(place.x, place.y)
    #expect(!panel.isTouched(port))
  }

  /// The host changes the frequency while the user moves only the gain, which then moves on from there.
  @Test func theHostChangesWhatDoesNotMove() {
    let area = panel.picture.area
    let (x, y) = panel.picture.handlePlace(0)
    press(x, y)
    panel.pointerMoved(x, y - area.height / 6, none)
    panel.receive(0, 500)
    panel.pointerMoved(x, y - area.height / 3, none)
    #expect(frequency == 500 && abs(gain - 12) < 1e-4 && !panel.isTouched(0))
    panel.pointerMoved(x + area.width / 3, y - area.height / 3, none)
    #expect(abs(frequency - 5000) < 0.05 && panel.isTouched(0))
    panel.released(x, y)
    panel.undo()
    #expect(frequency == 500 && gain == 0)
  }

  @Test func aDoubleClickResets() {
    drag(100, -50)
    let (x, y) = panel.picture.handlePlace(0)
    press(x, y, time: 5000)
    panel.released(x, y)
    press(x, y, time: 5100)
    panel.released(x, y)
    #expect(frequency == 100 && gain == 0)
  }

  @Test func valuesAreTyped() {
    let place = field(0)
    press(place.x, place.y)
    panel.released(place.x, place.y)
    type("1.2k")
    panel.pressed(.enter, none)
    #expect(frequency == 1200)
    panel.pressed(.tab, none)
    type("-6,5 dB")
    panel.pressed(.tab, none)
    #expect(gain == -6.5)
    type("nonsense")
    panel.pressed(.enter, none)
    #expect(q == 1)
    type("2")
    panel.pressed(.escape, none)
    #expect(q == 1)
  }

  /// Every control is reachable with the keyboard alone.
  @Test func theKeyboardReachesEverything() {
    for _ in panel.fields { panel.pressed(.tab, none) }
    panel.pressed(.tab, none)
    #expect(panel.focus == .field(panel.fields.count - 1))
    panel.pressed(.enter, none)
    #expect(!panel.view.isEnabled)
    panel.pressed(.tab, none)
    #expect(panel.focus == .handle(0))
    panel.pressed(.right, none)
    #expect(abs(frequency - 105.946) < 0.01)
    panel.pressed(.up, none)
    #expect(gain == 0.5)
    panel.pressed(.pageUp, none)
    #expect(q > 1)
    panel.pressed(.delete, none)
    #expect(frequency == 100 && gain == 0 && q == 1)
    #expect(panel.pressed(.menu, none))
    for _ in 0..<3 { panel.pressed(.down, none) }
    panel.pressed(.enter, none)
    #expect(!panel.theme.isDark)
    #expect(!panel.pressed(.character(0x71), none))
  }

  /// After the pointer has moved or switched something, Space and letters are for the host.
  @Test func charactersAreForTheHostAfterTheMouse() {
    drag(10, 10)
    let enabled = field(panel.fields.count - 1)
    for _ in 0..<2 {
      let before = panel.view.values
      #expect(!panel.pressed(.character(32), none) && !panel.pressed(.character(0x6d), none))
      #expect(panel.view.values == before && panel.typed == nil)
      press(enabled.x, enabled.y, time: 2000)
      panel.released(enabled.x, enabled.y)
    }
    panel.pressed(.backTab, none)
    #expect(panel.pressed(.character(0x31), none) && panel.typed != nil)
  }

  /// Without the keyboard there are neither a half value nor a menu.
  @Test func anotherWindowEndsTypingAndMenu() {
    let place = field(0)
    press(place.x, place.y)
    panel.released(place.x, place.y)
    type("12")
    panel.focusLost()
    #expect(!panel.isTyping && frequency == 100)
    panel.menuButtonPressed(place.x, place.y)
    panel.focusLost()
    #expect(panel.menu == nil)
  }

  /// The button of the menu accepts a value, which is a change before that of the menu.
  @Test func theMenuAcceptsAValue() throws {
    panel.receive(1, 3)
    let (typing, other) = (field(0), field(1))
    press(typing.x, typing.y)
    panel.released(typing.x, typing.y)
    type("440")
    panel.menuButtonPressed(other.x, other.y)
    let area = try #require(panel.menu?.area)
    press(area.x + 20, area.y + 10)
    #expect(frequency == 440 && gain == 0)
    panel.undo()
    #expect(frequency == 440 && gain == 3)
    panel.undo()
    #expect(frequency == 100)
  }

  /// With Alt or Super they are commands of the host, also while a value is typed.
  @Test func commandsAreForTheHost() {
    panel.pressed(.tab, none)
    panel.pressed(.tab, none)
    for modifiers in [Modifiers(isAlternate: true), Modifiers(isSuper: true)] {
      #expect(!panel.pressed(.character(0x31), modifiers) && panel.typed == nil)
      type("2")
      #expect(!panel.pressed(.character(0x31), modifiers) && panel.typed?.bytes == [0x32])
      panel.pressed(.escape, none)
    }
  }

  @Test func theWheelChangesTheControlBelow() {
    let (x, y) = panel.picture.handlePlace(0)
    panel.scrolled(x, y, steps: 1, none)
    #expect(q > 1 && gain == 0)
    panel.scrolled(field(1).x, field(1).y, steps: -1, none)
    #expect(gain == -1)
    panel.scrolled(field(1).x, field(1).y, steps: -1, Modifiers(isFine: true))
    #expect(abs(gain + 1.1) < 1e-5)
  }

  @Test func settingsAreCopiedAndPasted() {
    panel.receive(0, 1234.5)
    panel.receive(1, -6)
    var copied = ""
    panel.copySettings { copied += $0.string }
    #expect(copied == "frequency=1234.5 gain=-6 q=1 output_gain=0")
    func paste(_ text: String) { Array(text.utf8).withUnsafeBufferPointer { panel.pasteSettings($0) } }
    paste("gain=3 unknown=7\nq=2.5;frequency=440 gainx=1 q= =")
    #expect(frequency == 440 && gain == 3 && q == 2.5)
    paste("gain=abc \u{ff}=1")
    #expect(gain == 3)
  }

  @Test func theMenuResetsOneControl() {
    panel.receive(1, 7)
    panel.receive(2, 7)
    panel.menuButtonPressed(field(2).x, field(2).y)
    let menu = panel.menu
    #expect(menu?.count == 8)
    let place = menu.map { ($0.area.x + 20, $0.area.y + 10) } ?? (0, 0)
    press(place.0, place.1)
    #expect(panel.menu == nil && q == 1 && gain == 7)
  }

  /// The response of the comb moves opposite to its delay.
  @Test func theHandleOfTheCombFollowsThePointer() {
    let panel = Panel(CombView(rate: 48_000))
    panel.receive(0, 5)
    let (x, y) = panel.picture.handlePlace(0)
    panel.pressed(x, y, time: 1, none)
    panel.pointerMoved(x + 60, y, none)
    #expect(panel.view.values[0] < 5)
    #expect(abs(panel.picture.handlePlace(0).x - x - 60) < 1)
  }

  /// A handle outside of the axis is shown at its edge. From there it follows the pointer, or a double click.
  @Test(arguments: [false, true]) func aHandleOutsideOfTheAxisFollowsThePointer(isDoubleClick: Bool) {
    let panel = Panel(CombView(rate: 48_000))
    panel.receive(0, 120)
    let (edge, y) = panel.picture.handlePlace(0)
    #expect(edge == panel.picture.area.x && panel.view.handlePoint(0).frequency < 10)
    let x = panel.picture.x(isDoubleClick ? 1000 : 30)
    for time: UInt32 in isDoubleClick ? [1, 101] : [] {
      panel.released(x, y)
      panel.pressed(x, y, time: time, none)
    }
    if !isDoubleClick { panel.pressed(edge, y, time: 1, none) }
    panel.pointerMoved(x, y, none)
    panel.released(x, y)
    #expect(abs(panel.picture.handlePlace(0).x - x) < 1)
  }

  /// A text that is wider than its field is drawn smaller. Hinting changes widths by less than two points.
  @Test(arguments: [30.0, 40, 400]) func textsFitTheirFields(width: Double) {
    _ = Raster(width: 1, height: 1) { canvas in
      let size = canvas.size(of: Text("Feedforward"), maximum: 10, width: width)
      #expect(canvas.width(of: Text("Feedforward"), size: size) < width + 2)
      #expect(width < 400 ? size < 10 : size == 10)
    }
  }
}
