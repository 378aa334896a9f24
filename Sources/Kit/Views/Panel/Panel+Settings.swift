import LV2Kit

/// Settings as a whole: undo and redo, two slots to compare, and presets.
extension Panel {
  /// The buttons beside the name.
  enum Button {
    case slotA, slotB, undo, redo, presets
  }

  /// The other one of two settings that are compared.
  struct Slot {
    var values: [Float]
    var history: History
  }

  var buttons: [Button] {
    guard hasFields else { return [] }
    // In Embedded Swift, Swift 6.3.1 exchanges the two results of `condition ? [.a] : [.a, .b]`, arrays of constants.
    var buttons: [Button] = [.slotA, .slotB, .undo, .redo]
    if !presets.isEmpty { buttons.append(.presets) }
    return buttons
  }

  /// Whether a button does something now.
  func isUsable(_ button: Button) -> Bool {
    switch button {
    case .undo: history.canUndo
    case .redo: history.canRedo
    default: true
    }
  }

  func press(_ button: Button) {
    switch button {
    case .slotA: if showsSlotB { switchSlot() }
    case .slotB: if !showsSlotB { switchSlot() }
    case .undo: undo()
    case .redo: redo()
    case .presets:
      let area = layout.button(.presets)
      openMenu(presets.indices.map { .preset($0) }, at: (area.x, area.bottom + 2))
    }
  }

  /// Records the changes of an event. A movement is one change, which its end records.
  func recordChanges(isStep: Bool = false) {
    if drag == nil { history.record(view.values, isStep: isStep) }
  }

  private func apply(_ values: [Float]) {
    endTyping(accepting: false)
    for port in inputs where !isTrigger(port) { set(port, values[port]) }
    needsDrawing = true
  }

  // MARK: Undo and slots

  func undo() { if drag == nil, let values = history.undo() { apply(values) } }

  func redo() { if drag == nil, let values = history.redo() { apply(values) } }

  /// Shows the other settings. Each of the two has its own history.
  private func switchSlot() {
    let next = otherSlot ?? Slot(values: view.values, history: History(view))
    otherSlot = Slot(values: view.values, history: history)
    showsSlotB.toggle()
    apply(next.values)
    history = next.history
  }

  /// Copies the settings to the other slot.
  func copyToOtherSlot() { otherSlot = Slot(values: view.values, history: History(view)) }

  // MARK: Presets

  /// Sets all controls: those of a preset to its values, and the other ones to their initial values. Properties stay.
  func choosePreset(_ index: Int) {
    var values = view.ports.map { $0.initial }
    for port in view.enabledPort..<values.count { values[port] = view.values[port] }
    for (port, value) in presets[index].values { values[port] = value }
    apply(values)
  }
}

/// A preset in the menu of a panel.
public struct PanelPreset {
  public let name: Text
  /// Ports and their values.
  public let values: [(port: Int, value: Float)]

  public init(name: Text, values: [(port: Int, value: Float)]) {
    self.name = name
    self.values = values
  }
}
