import Support

/// What a user does in a window.
package enum UserInput {
  /// The pointer visits places in and beside the window: clicks, drags, wheel, keys and changes of the focus.
  package static func tour(of session: InterfaceSession, _ generator: SplitMix64, places: Int = 4) -> [InterfaceAction]
  {
    var generator = generator
    let desktop = session.context.desktop
    let size = session.window.flatMap(desktop.size) ?? Desktop.Size(400, 300)
    let limit = Desktop.Size(min(size.width, desktop.screen.width), min(size.height, desktop.screen.height))
    var actions: [InterfaceAction] = [.focus(true)]
    for _ in 0..<places {
      let x = Int(generator.next() % UInt64(max(1, limit.width)))
      let y = Int(generator.next() % UInt64(max(1, limit.height)))
      actions += click(.left, x, y) + click(.left, x, y)
      actions += drag(x, y, toX: x + 20, y: y - 60)
      actions += [.move(x: x, y: y)] + click(.wheelUp, x, y) + click(.wheelDown, x, y)
    }
    actions += click(.right, limit.width / 2, limit.height / 2)
    // A drag that leaves the window, and a release outside.
    actions += drag(limit.width / 3, limit.height / 3, toX: limit.width + 50, y: limit.height + 50)
    actions += [.focus(true)] + keys.map { .type($0) } + [.focus(false)]
    return actions
  }

  package static func click(_ button: Desktop.Button, _ x: Int, _ y: Int) -> [InterfaceAction] {
    [.move(x: x, y: y), .press(button), .release(button)]
  }

  package static func drag(_ x: Int, _ y: Int, toX: Int, y toY: Int) -> [InterfaceAction] {
    [
      .move(x: x, y: y), .press(.left), .move(x: (x + toX) / 2, y: (y + toY) / 2), .move(x: toX, y: toY),
      .release(.left),
    ]
  }

  /// In the map of a PC keyboard: a, 1, left, right, up, down, page up, home, tab, return, escape, delete.
  private static let keys: [UInt8] = [38, 10, 113, 114, 111, 116, 112, 110, 23, 36, 9, 119]
}
