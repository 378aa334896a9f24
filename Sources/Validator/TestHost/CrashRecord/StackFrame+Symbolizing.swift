import CProbe
import Model

extension StackFrame {
  /// Creates a frame with the library or program that contains the address.
  package init(_ frame: UnsafePointer<probe_frame>) {
    let image = CrashRecord.text(probe_frame_module(frame), atMost: Int(PROBE_PATH_BYTES) - 1)
    self.init(address: frame.pointee.address, image: image.isEmpty ? nil : image)
    if !image.isEmpty { offset = frame.pointee.offset }
  }

  fileprivate func symbolized(by symbols: OpaquePointer?) -> StackFrame {
    var symbol = probe_symbol()
    guard let image, let offset, probe_symbols_find(symbols, image, offset, &symbol) else { return self }
    var frame = self
    frame.function = StackFrame.text(probe_symbol_function(&symbol))
    frame.file = StackFrame.text(probe_symbol_file(&symbol))
    frame.line = symbol.line > 0 ? Int(symbol.line) : nil
    return frame
  }

  private static func text(_ string: UnsafePointer<CChar>) -> String? {
    string.pointee == 0 ? nil : String(cString: string)
  }
}

extension [StackFrame] {
  /// The frames with function, file and line, from the symbol tables and the debug information of their images.
  package func symbolized() -> [StackFrame] {
    // Loading libdw takes milliseconds.
    if isEmpty { return [] }
    let symbols = probe_symbols_open()
    defer { probe_symbols_close(symbols) }
    return map { $0.symbolized(by: symbols) }
  }
}
