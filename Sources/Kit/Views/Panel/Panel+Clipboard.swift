import LV2Kit

/// Settings as text: "frequency=1000 gain=-6 q=1.2", as lv2val plot and lv2render read them.
extension Panel {
  /// Passes the settings to `write` piece by piece.
  public func copySettings(_ write: (Text) -> Void) {
    var isFirst = true
    for port in inputs where port != view.enabledPort {
      var text = Text(isFirst ? "" : " ")
      text.append(view.ports[port].symbol)
      text.append("=")
      text.append(number: view.values[port])
      write(text)
      isFirst = false
    }
  }

  /// Sets the controls that a text names. Other words have no effect.
  public func pasteSettings(_ bytes: UnsafeBufferPointer<UInt8>) {
    defer { recordChanges() }
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count && bytes[end] > 32 && bytes[end] != 59 { end += 1 }
      paste(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      start = end + 1
    }
  }

  /// One setting, such as "gain=-6".
  private func paste(_ word: UnsafeBufferPointer<UInt8>) {
    for port in inputs {
      let declaration = view.ports[port]
      let count = declaration.symbol.utf8CodeUnitCount
      guard word.count > count + 1, word[count] == 61 else { continue }
      var isSame = true
      for index in 0..<count where word[index] != declaration.symbol.utf8Start[index] { isSame = false }
      guard isSame else { continue }
      var text = Text()
      for index in count + 1..<word.count { text.append(word[index]) }
      var reader = TypedValue(text)
      if let value = reader.value(for: declaration) { set(port, value) }
    }
  }
}
