import LV2Kit

extension Panel {
  /// Opens the menu of the part below the pointer, or of the part in focus.
  func openMenu() {
    let part = hover == .none ? focus : hover
    endTyping(accepting: true)
    switch part {
    case .field(let port) where isChoice(port): openMenu(values(of: port))
    case .field(let port): openMenu([.reset(port)] + panelItems)
    case .handle(let index), .selector(let index):
      let items = handleItems(index)
      openMenu(items.isEmpty ? panelItems : items)
    case .response, .button, .piano, .own, .tab, .key, .none: openMenu(panelItems)
    }
  }

  private func openMenu(_ items: [Menu.Item]) { openMenu(items, at: pointer) }

  func openMenu(_ items: [Menu.Item], at place: (x: Double, y: Double)) {
    menu = Menu(items, at: place, in: self)
    needsDrawing = true
  }

  /// Opens the menu of the values of a choice.
  func openValues(of port: Int, at place: (x: Double, y: Double)) {
    var menu = Menu(values(of: port), at: place, in: self)
    menu.highlighted = menu.items.firstIndex(of: .value(port: port, view.values[port]))
    self.menu = menu
    needsDrawing = true
  }

  // MARK: Items

  /// The items for the whole panel.
  private var panelItems: [Menu.Item] {
    var items: [Menu.Item] = [.resetAll, .copy, .paste, .colors]
    if view.handleCount > 0 { items.append(.wheel) }
    if hasFields { items.append(.copySlot) }
    if hasFields && view.handleCount > 0 { items.append(.piano) }
    if view.exportName != nil { items.append(.export) }
    if analyzer != nil { items += [.spectra, .range, .speed, .smoothing, .peaks] }
    return items
  }

  /// The items for a handle; none for a handle without choices.
  private func handleItems(_ index: Int) -> [Menu.Item] {
    guard let handle = view.handle(index), handle.switchPort != nil || !handle.choices.isEmpty else { return [] }
    select(index)
    var items = handle.choices.filter { view.isUsed($0) }.map { Menu.Item.values($0) }
    if handle.listening != nil { items.append(.listen(index)) }
    if let port = handle.switchPort { items.append(.toggle(port)) }
    return items + [.resetHandle(index), .more]
  }

  private func values(of port: Int) -> [Menu.Item] {
    let declaration = view.ports[port]
    let step = if case .steps(let step) = declaration.scale { step } else { Float(1) }
    let count = Int((declaration.maximum - declaration.minimum) / step)
    return (0...count).map { .value(port: port, declaration.minimum + Float($0) * step) }
  }

  /// The text of an item.
  func title(_ item: Menu.Item) -> Text {
    switch item {
    case .reset(let port):
      var text = Text("Reset ")
      text.append(view.ports[port].name)
      return text
    case .resetAll: return Text("Reset All")
    case .copy: return Text("Copy Settings")
    case .paste: return Text("Paste Settings")
    case .colors: return Text(theme.isDark ? "Light Colors" : "Dark Colors")
    case .wheel: return Text(wheelIsReversed ? "Wheel: Up Lowers" : "Wheel: Up Raises")
    case .values(let port):
      var text = view.fieldName(port)
      text.append(": ")
      text.append(view.text(view.values[port], of: port))
      return text
    case .value(let port, let value):
      var text = Text(value == view.values[port] ? "\u{2022} " : "   ")
      text.append(view.text(value, of: port))
      return text
    case .toggle(let port):
      var text = Text(view.values[port] > 0 ? "Switch Off " : "Switch On ")
      text.append(view.ports[port].name)
      return text
    case .listen(let index): return Text(isListening(to: index) ? "Listen: On" : "Listen: Off")
    case .resetHandle(let index):
      var text = Text("Reset ")
      if let port = view.handle(index)?.switchPort { text.append(view.ports[port].name) }
      return text
    case .copySlot: return Text(showsSlotB ? "Copy B to A" : "Copy A to B")
    case .preset(let index): return presets[index].name
    case .piano: return Text(showsPiano ? "Piano: On" : "Piano: Off")
    case .export:
      var text = Text("Copy as ")
      if let name = view.exportName { text.append(name) }
      return text
    case .more: return Text("More \u{2026}")
    case .spectra, .range, .speed, .smoothing, .peaks: return analyzer?.setting(item) ?? Text()
    }
  }

  // MARK: Choosing

  /// The wheel moves a menu with more items than it can show.
  func scrollMenu(_ x: Double, _ y: Double, steps: Double) {
    menu?.scroll(by: steps > 0 ? -3 : 3)
    let index = menu?.index(at: x, y)
    menu?.highlighted = index
    needsDrawing = true
  }

  func choose(_ index: Int?) {
    guard let menu else { return }
    self.menu = nil
    needsDrawing = true
    guard let index else { return }
    switch menu.item(index) {
    case .reset(let port): reset(port)
    case .resetAll: resetAll()
    case .copy: clipboardRequest = .copy
    case .paste: clipboardRequest = .paste
    case .colors: setTheme(theme.isDark ? .light : .dark)
    case .wheel: wheelIsReversed.toggle()
    case .values(let port): openValues(of: port, at: (menu.area.x, menu.area.y))
    case .value(let port, let value): set(port, value)
    case .toggle(let port): toggle(port)
    case .listen(let index): listen(to: index)
    case .resetHandle(let index): resetHandle(index)
    case .copySlot: copyToOtherSlot()
    case .preset(let index): choosePreset(index)
    case .piano: showsPiano.toggle()
    case .export: clipboardRequest = .export
    case .more: self.menu = Menu(panelItems, at: (menu.area.x, menu.area.y), in: self)
    case let item:
      analyzer?.change(item)
      // Another press selects the setting after it.
      self.menu = menu
    }
  }

  private func isListening(to index: Int) -> Bool {
    guard let (port, value) = view.handle(index)?.listening else { return false }
    return view.values[port] == value
  }

  private func listen(to index: Int) {
    guard let (port, value) = view.handle(index)?.listening else { return }
    set(port, isListening(to: index) ? view.ports[port].minimum : value)
  }
}
