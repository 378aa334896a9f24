import CProbe
import Model
import Synchronization

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

  /// As ``symbolized()``, but the process keeps what it read, with open files, for the next backtraces. Only for a process
  /// in which no plug-in runs.
  package func symbolizedByCache() -> [StackFrame] {
    SymbolCache.shared.withLock { cache in map { cache.symbolized($0) } }
  }
}

/// The symbols of the files that backtraces named. The same few frames end many jobs, and the debug information of Debian's
/// C library takes a tenth of a second to decompress.
private struct SymbolCache {
  static let shared = Mutex(SymbolCache())

  private let symbols = probe_symbols_open()
  private var frames: [StackFrame: StackFrame] = [:]

  mutating func symbolized(_ frame: StackFrame) -> StackFrame {
    if let known = frames[frame] { return known }
    let symbolized = frame.symbolized(by: symbols)
    frames[frame] = symbolized
    return symbolized
  }
}
