import LV2Kit

/// Settings as text: "frequency=1000 gain=-6 q=1.2", as lv2val plot and lv2render read them.
extension Panel {
  /// Passes the settings to `write` piece by piece.
  public func copySettings(_ write: (Text) -> Void) {
    var isFirst = true
    for port in inputs where port < view.enabledPort {
      var text = Text(isFirst ? "" : " ")
      text.append(view.ports[port].symbol)
      text.append("=")
      text.append(number: view.values[port])
      write(text)
      isFirst = false
    }
  }

  /// Sets the controls that a text names. Other words have no effect. While a value is typed, the text becomes a part of it.
  public func pasteSettings(_ bytes: UnsafeBufferPointer<UInt8>) {
    defer { recordChanges() }
    if typed != nil { return paste(intoField: bytes) }
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count && bytes[end] > 32 && bytes[end] != 59 { end += 1 }
      paste(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      start = end + 1
    }
  }

  /// Adds the first line of a text to the typed one. A path that a program for files has copied begins with "file://"
  /// and has some bytes as a percent sign and two digits.
  private func paste(intoField bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    let scheme: StaticString = "file://"
    if bytes.count > scheme.utf8CodeUnitCount {
      while start < scheme.utf8CodeUnitCount && bytes[start] == scheme.utf8Start[start] { start += 1 }
      if start < scheme.utf8CodeUnitCount { start = 0 }
    }
    var index = start
    while index < bytes.count && bytes[index] >= 32 {
      let escaped = start > 0 ? escapedByte(bytes[index...]) : nil
      typed?.append(escaped ?? bytes[index])
      index += escaped == nil ? 1 : 3
    }
    needsDrawing = true
  }

  /// The byte that a text such as "%20" at the begin of `bytes` stands for, or nil.
  private func escapedByte(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 48...57: byte - 48
      case 65...70: byte - 55
      case 97...102: byte - 87
      default: nil
      }
    }
    let start = bytes.startIndex
    guard bytes.count > 2, bytes[start] == 37, let high = digit(bytes[start + 1]), let low = digit(bytes[start + 2]),
      high >= 2
    else { return nil }
    return 16 * high + low
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
