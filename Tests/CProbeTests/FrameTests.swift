import CProbe
import Glibc
import Testing

/// Addresses told as files and names.
@Suite struct FrameTests {
  @Test("an address in a library is told by the library's path and the symbol's name")
  func library() throws {
    let address = try #require(dlsym(nil, "qsort"))
    var frame = probe_frame()
    withUnsafePointer(to: Optional(address)) { probe_frame_resolve($0, 1, &frame) }
    #expect(String(cString: probe_frame_module(&frame)).contains("libc.so"))
    var symbol = probe_symbol()
    let symbols = try #require(probe_symbols_open(), "libdw1 is not installed")
    defer { probe_symbols_close(symbols) }
    try #require(probe_symbols_find(symbols, probe_frame_module(&frame), frame.offset, &symbol))
    #expect(String(cString: probe_symbol_function(&symbol)).hasPrefix("qsort"))
  }

  @Test("an address in no file has no module, and a file that is not there no symbols")
  func nowhere() {
    var frame = probe_frame()
    withUnsafePointer(to: UnsafeMutableRawPointer(bitPattern: 16)) { probe_frame_resolve($0, 1, &frame) }
    #expect(String(cString: probe_frame_module(&frame)).isEmpty)
    var symbol = probe_symbol()
    let symbols = probe_symbols_open()
    defer { probe_symbols_close(symbols) }
    #expect(!probe_symbols_find(symbols, "/nonexistent/library.so", 4096, &symbol))
  }
}
