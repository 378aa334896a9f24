#if arch(wasm32)
  /// Writes the text of a value, as windows show it, for a web page.
  ///
  /// - Parameters:
  ///   - scale: 0 for numbers, 1 for whole numbers.
  ///   - unit: the raw value of a ``Unit``.
  ///   - characters: memory for 64 bytes, which gets a C string.
  @_cdecl("lv2kit_text")
  public func writeText(_ value: Float, _ scale: Int32, _ unit: Int32, _ characters: UnsafeMutablePointer<CChar>) {
    let port = ControlPort.input(
      "", "", -.greatestFiniteMagnitude ... .greatestFiniteMagnitude, initial: 0,
      unit: Unit(rawValue: Int(unit)) ?? .none,
      scale: scale == 1 ? .integers : .linear, comment: "")
    Text(value, of: port).copy(to: characters, capacity: 64)
  }
#endif
