import CProbe

extension StackFrame {
  /// A frame with what the symbols and the debug information of its image say about it.
  init(symbolising frame: UnsafePointer<probe_frame>) {
    let image = String(cString: probe_frame_module(frame))
    self.init(address: frame.pointee.address, image: image.isEmpty ? nil : image)
    guard !image.isEmpty else { return }
    offset = frame.pointee.offset
    var symbol = probe_symbol()
    guard probe_frame_symbolise(image, frame.pointee.offset, &symbol) else { return }
    function = StackFrame.text(probe_symbol_function(&symbol))
    file = StackFrame.text(probe_symbol_file(&symbol))
    line = symbol.line > 0 ? Int(symbol.line) : nil
  }

  private static func text(_ string: UnsafePointer<CChar>) -> String? {
    string.pointee == 0 ? nil : String(cString: string)
  }
}
