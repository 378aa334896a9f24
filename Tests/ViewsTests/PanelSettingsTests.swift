import EffectViews
import LV2Kit
import Testing

@testable import Views

/// Undo and redo, the comparison of two settings, and presets.
@Suite struct PanelSettingsTests {
  private let panel = Panel(PeakingEQView(rate: 48_000))
  private let none = Modifiers()
  private let control = Modifiers(isControl: true)

  private var frequency: Float { panel.view.values[0] }
  private var gain: Float { panel.view.values[1] }

  private func click(_ button: Panel.Button, time: UInt32) {
    let place = panel.layout.button(button).middle
    panel.pressed(place.x, place.y, time: time, none)
    panel.released(place.x, place.y)
  }

  private func drag(_ dx: Double, _ dy: Double, time: UInt32) {
    let (x, y) = panel.picture.handlePlace(0)
    panel.pressed(x, y, time: time, none)
    for step in 1...5 { panel.pointerMoved(x + dx * Double(step) / 5, y + dy * Double(step) / 5, none) }
    panel.released(x + dx, y + dy)
  }

  /// A movement is one change, and so are the steps of a wheel.
  @Test func changesAreUndoneAndRedone() {
    drag(50, -40, time: 1000)
    let moved = panel.view.values
    let place = panel.picture.handlePlace(0)
    for _ in 0..<4 { panel.scrolled(place.x, place.y, steps: 1, none) }
    let scrolled = panel.view.values
    #expect(panel.isUsable(.undo) && !panel.isUsable(.redo))
    click(.undo, time: 2000)
    #expect(panel.view.values == moved)
    panel.pressed(.character(122), control)
    #expect(frequency == 100 && gain == 0 && !panel.isUsable(.undo))
    panel.pressed(.character(121), control)
    click(.redo, time: 4000)
    #expect(panel.view.values == scrolled && !panel.isUsable(.redo))
    panel.pressed(.character(122), control)
    drag(10, 0, time: 6000)
    #expect(!panel.isUsable(.redo))
  }

  /// What the host changes is not undone.
  @Test func changesOfTheHostStay() {
    drag(0, -40, time: 1000)
    panel.receive(0, 777)
    #expect(frequency == 777)
    panel.pressed(.character(122), control)
    #expect(frequency == 777 && gain == 0)
    panel.receive(0, 888)
    panel.pressed(.character(121), control)
    #expect(frequency == 888 && gain > 0)
  }

  @Test func typedValuesAndPasteAreOneChangeEach() {
    let place = panel.layout.field(1).middle
    panel.pressed(place.x, place.y, time: 1, none)
    panel.released(place.x, place.y)
    for scalar in "12".unicodeScalars { panel.pressed(.character(scalar.value), none) }
    panel.pressed(.enter, none)
    Array("frequency=50 gain=3".utf8).withUnsafeBufferPointer { panel.pasteSettings($0) }
    panel.undo()
    #expect(gain == 12 && frequency == 100)
    panel.undo()
    #expect(gain == 0)
  }

  /// Steps of the arrow and page keys are one change. Typed values and what other keys do are changes of their own.
  @Test func onlyStepsOfKeysAreOneChange() {
    panel.focus = .field(1)
    panel.showsFocus = true
    func type(_ text: String, _ end: Key) {
      for scalar in text.unicodeScalars { panel.pressed(.character(scalar.value), none) }
      panel.pressed(end, none)
    }
    for key: Key in [.up, .up, .pageUp] { panel.pressed(key, none) }
    let stepped = gain
    type("12", .enter)
    type("20", .up)
    for key: Key in [.home, .end, .delete] { panel.pressed(key, none) }
    for expected in [50, -50, 20.5, 20, 12, stepped, 0] {
      panel.undo()
      #expect(gain == expected)
    }
    #expect(!panel.isUsable(.undo))
  }

  @Test func twoSettingsAreCompared() {
    drag(0, -40, time: 1000)
    let first = gain
    click(.slotB, time: 3000)
    #expect(gain == first)
    drag(0, 80, time: 5000)
    let second = gain
    click(.slotA, time: 7000)
    #expect(gain == first && second < 0)
    // Each has its own history.
    panel.undo()
    #expect(gain == 0)
    click(.slotB, time: 9000)
    #expect(gain == second)
    panel.undo()
    #expect(gain == first)
    let place = panel.layout.field(2).middle
    panel.menuButtonPressed(place.x, place.y)
    panel.choose(panel.menu?.items.firstIndex(of: .copySlot))
    click(.slotA, time: 11_000)
    #expect(gain == first)
  }

  @Test func aPresetSetsAllControls() {
    #expect(!panel.buttons.contains(.presets))
    panel.presets = [
      PanelPreset(name: Text("Default"), values: []), PanelPreset(name: Text("Boost"), values: [(1, 6)]),
    ]
    panel.receive(0, 5000)
    panel.receive(panel.view.enabledPort, 0)
    click(.presets, time: 1000)
    #expect(panel.menu?.items == [.preset(0), .preset(1)])
    panel.choose(1)
    panel.recordChanges()
    #expect(frequency == 100 && gain == 6 && !panel.view.isEnabled)
    panel.undo()
    #expect(frequency == 5000 && gain == 0)
  }
}
