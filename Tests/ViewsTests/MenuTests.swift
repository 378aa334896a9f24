import LV2Kit
import Testing

@testable import Views

/// Menus with more items than there is space for.
@Suite struct MenuTests {
  private final class ChannelView: EffectView {
    init() {
      super.init("Channel", [.integer("channel", "Channel", 1...64, initial: 40, comment: "A channel.")], rate: 48_000)
    }
  }

  private let panel = Panel(ChannelView())
  private let none = Modifiers()

  /// The items that the menu shows, from above.
  private func shown() throws -> [Int] {
    let area = try #require(panel.menu?.area)
    let indices = stride(from: area.y, to: area.bottom, by: 1).compactMap { panel.menu?.index(at: area.x + 5, $0) }
    return indices.enumerated().filter { $0.offset == 0 || indices[$0.offset - 1] != $0.element }.map { $0.element }
  }

  private func isWithinPanel(_ area: Rectangle) -> Bool { area.y >= 0 && area.bottom <= panel.layout.height }

  /// The menu of a choice has all values, and at first shows the present one.
  @Test func allValuesAreThere() throws {
    panel.openValues(of: 0, at: (10, 10))
    let menu = try #require(panel.menu)
    #expect(menu.count == 64 && menu.items[63] == .value(port: 0, 64) && isWithinPanel(menu.area))
    #expect(menu.highlighted == 39)
    #expect(try shown().contains(39))
  }

  /// The keys reach every item, which is then visible: forwards, and over the first one backwards from the last one.
  @Test(arguments: [Key.down, .up]) func theKeysShowEveryItem(key: Key) throws {
    panel.openValues(of: 0, at: (10, 300))
    for step in 1...70 {
      panel.pressed(key, none)
      let index = (39 + (key == .down ? step : 128 - step)) % 64
      #expect(panel.menu?.highlighted == index)
      #expect(try shown().contains(index))
    }
  }

  /// The wheel moves the items without a gap until the last one, and a click takes the one below the pointer.
  @Test func theWheelMovesTheItems() throws {
    panel.presets = (0..<50).map { PanelPreset(name: Text("Preset"), values: [(0, Float($0 + 1))]) }
    panel.press(.presets)
    let area = try #require(panel.menu?.area)
    #expect(isWithinPanel(area))
    let count = try shown().count
    #expect(try shown() == Array(0..<count))
    for _ in 0..<30 {
      let first = try shown()[0]
      panel.scrolled(area.x + 5, area.bottom - 10, steps: -1, none)
      let last = try shown().last
      #expect(try shown()[0] <= first + count && panel.menu?.highlighted == last)
    }
    #expect(try shown() == Array(50 - count..<50) && panel.view.values[0] == 40)
    panel.pressed(area.x + 5, area.bottom - 10, time: 1, none)
    #expect(panel.menu == nil && panel.view.values[0] == 50)
    panel.press(.presets)
    panel.scrolled(area.x + 5, area.bottom - 10, steps: 1, none)
    #expect(try shown()[0] == 0)
  }

  /// A bar shows which part of a longer menu there is. A short menu has none.
  @Test func aBarShowsThePart() throws {
    func bar(_ count: Int) throws -> [Int] {
      panel.presets = (0..<count).map { _ in PanelPreset(name: Text(), values: []) }
      panel.press(.presets)
      let area = try #require(panel.menu?.area)
      if count > 20 { for _ in 0..<50 { panel.scrolled(area.x, area.y, steps: -1, none) } }
      let raster = Raster(width: 640, height: 400) { panel.draw(on: $0) }
      let x = Int(area.right - 5)
      return (Int(area.y) + 1..<Int(area.bottom) - 1).filter { raster[x, $0] != raster[x - 20, $0] }
    }
    #expect(try bar(5).isEmpty)
    let rows = try bar(50)
    #expect(rows.count > 50 && rows.last.map { $0 > 370 } == true)
  }
}
