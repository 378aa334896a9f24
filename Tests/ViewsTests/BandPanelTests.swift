import EffectViews
import Effects
import LV2Kit
import Testing

@testable import Views

/// A panel with several handles: that of the parametric equalizer.
@Suite struct BandPanelTests {
  private typealias Port = ParametricEQStereoPort
  private let panel = Panel(ParametricEQView(isStereo: true, rate: 48_000))
  private let none = Modifiers()
  /// The largest deviation of a bell from its prototype in decibels (docs/internals/filter-design.md).
  private static let deviation = 0.2

  private func port(_ control: BandControl, _ band: Int) -> Int { Port.band(control, band).rawValue }
  private func value(_ control: BandControl, _ band: Int) -> Float { panel.view.values[port(control, band)] }
  private func set(_ control: BandControl, _ band: Int, _ value: Float) { panel.receive(port(control, band), value) }

  private func click(_ place: (x: Double, y: Double), time: UInt32 = 1000) {
    panel.pressed(place.x, place.y, time: time, none)
    panel.released(place.x, place.y)
  }

  private func clickTwice(_ place: (x: Double, y: Double), time: UInt32 = 5000) {
    click(place, time: time)
    click(place, time: time + 100)
  }

  private func drag(_ handle: Int, _ dx: Double, _ dy: Double, time: UInt32 = 1000) {
    let (x, y) = panel.picture.handlePlace(handle)
    panel.pressed(x, y, time: time, none)
    panel.pointerMoved(x + dx, y + dy, none)
    panel.released(x + dx, y + dy)
  }

  /// Chooses an item of the menu that is open.
  private func choose(_ item: Menu.Item) { panel.choose(panel.menu?.items.firstIndex(of: item)) }

  private func place(of frequency: Double, _ level: Double) -> (x: Double, y: Double) {
    (panel.picture.x(frequency), panel.picture.y(level))
  }

  @Test func aDragMovesTheBandBelowThePointer() {
    let area = panel.picture.area
    drag(4, area.width / 3, -area.height / 6)
    #expect(panel.selected == 4)
    #expect(abs(value(.frequency, 4) - 10_000) < 0.1 && abs(value(.gain, 4) - 6) < 1e-4)
    for band in 0..<8 where band != 4 { #expect(value(.gain, band) == 0) }
  }

  /// A vertical movement of a lowpass changes its level at the cutoff, and of a notch its Q.
  @Test func theVerticalMovementDependsOnTheType() {
    let area = panel.picture.area
    set(.type, 2, 3)
    set(.q, 2, 1)
    drag(2, 0, -area.height / 6)
    #expect(abs(value(.q, 2) - 1.9953) < 1e-3 && value(.gain, 2) == 0)
    set(.type, 3, 5)
    let q = value(.q, 3)
    drag(3, 0, -50, time: 3000)
    #expect(value(.q, 3) > q && value(.gain, 3) == 0)
  }

  @Test func theHostIsToldWhatMoves() {
    let (x, y) = panel.picture.handlePlace(1)
    panel.pressed(x, y, time: 1, none)
    #expect(!panel.isTouched(port(.frequency, 1)))
    panel.pointerMoved(x + 5, y, none)
    #expect(panel.isTouched(port(.frequency, 1)) && !panel.isTouched(port(.gain, 1)))
    #expect(!panel.isTouched(port(.frequency, 2)) && !panel.isTouched(port(.q, 1)))
    panel.released(x + 5, y)
  }

  /// The wheel changes the Q of the band below the pointer, or of the selected one. Its direction can be turned round.
  @Test func theWheelChangesTheQ() {
    let initial = value(.q, 5)
    let (x, y) = panel.picture.handlePlace(5)
    panel.scrolled(x, y, steps: 1, none)
    #expect(value(.q, 5) > initial && panel.selected == 5)
    panel.menuButtonPressed(place(of: 30, 12).x, place(of: 30, 12).y)
    choose(.wheel)
    let free = place(of: 30, 12)
    panel.scrolled(free.x, free.y, steps: 1, none)
    #expect(abs(value(.q, 5) - initial) < 1e-5)
  }

  /// A double click moves the nearest flat band, and one that is off before it.
  @Test func aDoubleClickAddsABand() {
    clickTwice(place(of: 1100, 9))
    #expect(panel.selected == 4)
    #expect(abs(value(.frequency, 4) - 1100) < 1 && abs(value(.gain, 4) - 9) < 0.01)
    set(.enabled, 6, 0)
    set(.type, 6, 3)
    clickTwice(place(of: 300, -9), time: 9000)
    #expect(panel.selected == 6 && value(.enabled, 6) == 1 && value(.type, 6) == 0)
    #expect(abs(value(.gain, 6) + 9) < 0.01)
  }

  @Test func withoutAFreeBandNothingIsAdded() {
    for band in 0..<8 { set(.gain, band, 3) }
    let before = panel.view.values
    clickTwice(place(of: 1100, 12))
    #expect(panel.view.values == before && panel.drag == nil)
  }

  @Test func aDoubleClickOnAHandleResetsIt() {
    set(.gain, 3, 6)
    set(.frequency, 3, 777)
    clickTwice(panel.picture.handlePlace(3))
    #expect(value(.gain, 3) == 0 && value(.frequency, 3) == 500)
  }

  @Test func theMenuOfAHandleChangesItsBand() {
    func open() {
      let (x, y) = panel.picture.handlePlace(2)
      panel.menuButtonPressed(x, y)
    }
    open()
    #expect(panel.menu?.items.contains(.values(port(.slope, 2))) == false)
    choose(.values(port(.type, 2)))
    #expect(panel.menu?.count == 9)
    choose(.value(port: port(.type, 2), 4))
    #expect(value(.type, 2) == 4)
    open()
    choose(.values(port(.slope, 2)))
    choose(.value(port: port(.slope, 2), 36))
    #expect(value(.slope, 2) == 36)
    open()
    choose(.values(port(.channel, 2)))
    choose(.value(port: port(.channel, 2), 4))
    #expect(value(.channel, 2) == 4)
    open()
    choose(.listen(2))
    #expect(panel.view.values[Port.listening.rawValue] == 3)
    open()
    choose(.listen(2))
    #expect(panel.view.values[Port.listening.rawValue] == 0)
    open()
    choose(.toggle(port(.enabled, 2)))
    #expect(value(.enabled, 2) == 0 && panel.menu == nil)
    open()
    choose(.more)
    #expect(panel.menu?.items.contains(.resetAll) == true)
  }

  /// A band that is off has no handle, except while it is selected.
  @Test func aBandThatIsOffIsInvisible() {
    let (x, y) = panel.picture.handlePlace(7)
    set(.enabled, 7, 0)
    #expect(panel.part(at: x, y) == .response)
    let button = panel.layout.selector(7).middle
    click(button)
    #expect(panel.selected == 7 && panel.part(at: x, y) == .handle(7))
  }

  /// The fields show the selected band. Their number is the same for all bands.
  @Test func theFieldsFollowTheSelection() {
    let count = panel.fields.count
    click(panel.layout.selector(5).middle)
    #expect(panel.fields[3] == port(.gain, 5) && panel.fields.count == count)
    let gain = panel.layout.field(3).middle
    click(gain, time: 3000)
    for scalar in "-4.5".unicodeScalars { panel.pressed(.character(scalar.value), none) }
    panel.pressed(.enter, none)
    #expect(value(.gain, 5) == -4.5)
    // A choice opens its menu.
    click(panel.layout.field(1).middle, time: 5000)
    choose(.value(port: port(.type, 5), 8))
    #expect(value(.type, 5) == 8)
  }

  /// The keyboard reaches every band, and switches it.
  @Test func theKeyboardReachesEveryBand() {
    for band in 0..<8 {
      panel.pressed(.tab, none)
      #expect(panel.focus == .handle(band) && panel.selected == band)
    }
    panel.pressed(.up, none)
    #expect(value(.gain, 7) == 0.5)
    panel.pressed(.character(32), none)
    #expect(value(.enabled, 7) == 0)
    for _ in panel.fields { panel.pressed(.tab, none) }
    #expect(panel.focus == .field(panel.view.enabledPort))
    panel.pressed(.tab, none)
    #expect(panel.focus == .handle(0))
  }

  /// Space starts the transport of a host; after a drag it does not switch the band.
  @Test func spaceAfterADragIsForTheHost() {
    drag(2, 20, 20)
    #expect(!panel.pressed(.character(32), none) && value(.enabled, 2) == 1)
  }

  /// Copied settings contain all bands, also those without fields.
  @Test func allSettingsAreCopied() {
    set(.gain, 6, 7.5)
    var copied = ""
    panel.copySettings { copied += $0.string }
    #expect(copied.contains("gain_7=7.5") && copied.contains("frequency_8=8000") && !copied.contains("change_1"))
    let other = Panel(ParametricEQView(isStereo: true, rate: 48_000))
    Array(copied.utf8).withUnsafeBufferPointer { other.pasteSettings($0) }
    #expect(other.view.values == panel.view.values)
  }

  /// The sum of the curves of all bands and the output gain is the response.
  @Test func theResponseIsTheSumOfTheBands() {
    for (band, type) in [0, 1, 2, 3, 4, 5, 7, 8].enumerated() {
      set(.type, band, Float(type))
      set(.gain, band, 5)
    }
    panel.receive(Port.outputGain.rawValue, -3)
    for frequency in [25.0, 100, 999, 7000, 19_000] {
      let sum = (0..<8).compactMap { panel.view.level(ofHandle: $0, at: frequency) }.reduce(-3, +)
      #expect(abs(panel.view.level(at: frequency) - sum) < 1e-9)
    }
  }

  /// Bands for one channel give a curve for each channel.
  @Test func channelsHaveCurvesOfTheirOwn() {
    set(.gain, 4, 6)
    #expect(panel.view.curveCount == 1)
    set(.channel, 4, 3)
    #expect(panel.view.curveCount == 2)
    #expect(abs(panel.view.level(ofCurve: 0, at: 1000) - 6) < Self.deviation)
    #expect(panel.view.level(ofCurve: 1, at: 1000) == 0)
    set(.gain, 0, -4)
    set(.channel, 0, 2)
    #expect(panel.view.curveCount == 4)
  }

  /// The curve shows the present gain of a dynamic band, and the handle stays.
  @Test func dynamicsMoveTheCurve() {
    set(.gain, 4, 6)
    set(.range, 4, -12)
    panel.receive(port(.change, 4), -9)
    #expect(abs(panel.view.level(at: 1000) + 3) < Self.deviation)
    #expect(panel.view.handlePoint(4).level == 6)
    let movement = panel.view.movement(4)
    #expect(movement?.end == -6 && movement?.present == -3)
    set(.range, 4, 0)
    #expect(panel.view.movement(4) == nil && abs(panel.view.level(at: 1000) - 6) < Self.deviation)
  }

  /// What a meter shows is no change of the user: the comparison of two settings keeps what can be redone.
  @Test func metersAreNotUndone() {
    drag(2, 20, 20)
    panel.undo()
    panel.press(.slotB)
    panel.receive(port(.change, 0), -3)
    panel.press(.slotA)
    panel.recordChanges()
    #expect(panel.isUsable(.redo) && !panel.isUsable(.undo))
  }

  // MARK: Piano and export

  /// A key of the piano moves the selected band, and a movement with Control goes from note to note.
  @Test func notesSnap() {
    click(panel.layout.selector(2).middle)
    let piano = panel.piano
    let x = panel.picture.x(441)
    panel.pressed(x, piano.area.middle.y, time: 5000, none)
    panel.released(x, piano.area.middle.y)
    #expect(abs(value(.frequency, 2) - 440) < 1e-3)
    let (start, y) = panel.picture.handlePlace(5)
    panel.pressed(start, y, time: 9000, none)
    panel.pointerMoved(panel.picture.x(881), y, Modifiers(isControl: true))
    panel.released(start, y)
    #expect(abs(value(.frequency, 5) - 880) < 1e-3)
    let height = panel.picture.area.height
    panel.menuButtonPressed(place(of: 30, 12).x, place(of: 30, 12).y)
    choose(.piano)
    #expect(panel.picture.area.height > height && panel.part(at: x, piano.area.middle.y) != .piano)
  }

  private var exported: [String] {
    var text = ""
    panel.view.export { text += $0.string }
    return text.split(separator: "\n").map(String.init)
  }

  @Test func settingsAreExported() {
    panel.receive(Port.outputGain.rawValue, -2)
    set(.gain, 0, 4.5)
    set(.type, 1, 4)
    set(.slope, 1, 24)
    set(.q, 1, 0.7071)
    set(.type, 2, 8)
    set(.gain, 2, 3)
    set(.gain, 3, -6)
    set(.enabled, 3, 0)
    #expect(
      exported == [
        "Preamp: -3.5 dB", "Filter 1: ON PK Fc 63.00 Hz Gain 4.5 dB Q 1.41",
        "Filter 2: ON HPQ Fc 125.00 Hz Q 0.541196",
        "Filter 3: ON HPQ Fc 125.00 Hz Q 1.30655", "Filter 4: ON HSC Fc 250.00 Hz Gain 3 dB Q 1.41",
      ])
    panel.menuButtonPressed(place(of: 30, 12).x, place(of: 30, 12).y)
    choose(.export)
    #expect(panel.clipboardRequest == .export)
  }

  /// The part of a tilt that lowers the other frequencies concerns its channel only.
  @Test(arguments: [(1, "Channel: L", []), (4, "Channel: R", ["Copy: L=0.5*L+0.5*R R=0.5*L+-0.5*R"])])
  func theTiltOfAChannelIsExported(channel: Float, selection: String, copies: [String]) {
    panel.receive(Port.outputGain.rawValue, -2)
    set(.type, 0, 8)
    set(.gain, 0, 3)
    set(.channel, 0, channel)
    let start = ["Preamp: -2 dB"] + (copies.isEmpty ? [] : ["Channel: all"]) + copies + [selection]
    let tilt = ["Preamp: -1.5 dB", "Filter 1: ON HSC Fc 63.00 Hz Gain 3 dB Q 1.41"]
    #expect(Array(exported.prefix(start.count + 2)) == start + tilt)
  }

  /// EqualizerAPO multiplies a frequency with exactly three decimals by 1000.
  @Test(arguments: [(62.125, "62.13"), (1000.5, "1000.50"), (12_345.678, "12345.68")] as [(Float, String)])
  func frequenciesAreExportedWithTwoDecimals(frequency: Float, expected: String) {
    set(.frequency, 0, frequency)
    set(.gain, 0, 3)
    #expect(exported.last == "Filter 1: ON PK Fc \(expected) Hz Gain 3 dB Q 1.41")
  }

  /// Mid and side are computed by copies, which the end of the filters undoes.
  @Test func channelsAreExported() {
    set(.gain, 0, 3)
    set(.channel, 0, 1)
    set(.gain, 1, -3)
    set(.channel, 1, 4)
    #expect(
      exported == [
        "Preamp: 0 dB", "Channel: L", "Filter 1: ON PK Fc 63.00 Hz Gain 3 dB Q 1.41", "Channel: all",
        "Copy: L=0.5*L+0.5*R R=0.5*L+-0.5*R", "Channel: R", "Filter 2: ON PK Fc 125.00 Hz Gain -3 dB Q 1.41",
        "Channel: all", "Copy: L=L+R R=L+-1*R", "Channel: all",
      ])
  }
}
