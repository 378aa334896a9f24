import CProbe
import Foundation
import Glibc
import Testing

/// Resolution of addresses to files and symbols.
@Suite struct FrameTests {
  @Test("an address in a library resolves to the path and the symbol")
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

  @Test("the code of a small library of lld begins in the page of the file that contains the headers")
  func smallLibrary() throws {
    let place = URL(filePath: NSTemporaryDirectory()).appending(path: "frame-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let (source, file) = (place.appending(path: "small.c"), place.appending(path: "small.so").path)
    try "// A line.\nint small(void) { return 1; }\n".write(to: source, atomically: true, encoding: .utf8)
    let clang = try Process.run(
      URL(filePath: "/usr/bin/env"),
      arguments: ["clang", "-g", "-shared", "-fPIC", "-fuse-ld=lld", "-nostdlib", "-o", file, source.path])
    clang.waitUntilExit()
    try #require(clang.terminationStatus == 0)
    let library = try #require(dlopen(file, RTLD_NOW))
    defer { dlclose(library) }
    let address = try #require(dlsym(library, "small"))
    // In glibc, a library is a link_map, whose first member is the load address.
    let base = library.load(as: UInt.self)
    var frame = probe_frame()
    withUnsafePointer(to: Optional(address)) { probe_frame_resolve($0, 1, &frame) }
    #expect(frame.offset == UInt64(UInt(bitPattern: address) - base))
    // clang writes no table of the addresses of units.
    var symbol = probe_symbol()
    let symbols = try #require(probe_symbols_open(), "libdw1 is not installed")
    defer { probe_symbols_close(symbols) }
    try #require(probe_symbols_find(symbols, file, frame.offset, &symbol))
    #expect(String(cString: probe_symbol_function(&symbol)) == "small" && symbol.line == 2)
    #expect(String(cString: probe_symbol_file(&symbol)) == source.path)
  }

  @Test("a function of Swift has its name in the source")
  func swiftFunction() throws {
    let address = try #require(dlsym(nil, "$sSS9hasPrefixySbSSF"))
    var frame = probe_frame()
    withUnsafePointer(to: Optional(address)) { probe_frame_resolve($0, 1, &frame) }
    var symbol = probe_symbol()
    let symbols = try #require(probe_symbols_open(), "libdw1 is not installed")
    defer { probe_symbols_close(symbols) }
    try #require(probe_symbols_find(symbols, probe_frame_module(&frame), frame.offset, &symbol))
    #expect(String(cString: probe_symbol_function(&symbol)) == "Swift.String.hasPrefix(Swift.String) -> Swift.Bool")
  }

  @Test("a path can be longer than 255 bytes")
  func longPath() throws {
    let place = NSTemporaryDirectory() + "frame-\(UUID().uuidString)"
    let directory = place + String(repeating: "/" + String(repeating: "d", count: 200), count: 4)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    var frame = probe_frame()
    let known = try #require(dlsym(nil, "qsort"))
    withUnsafePointer(to: Optional(known)) { probe_frame_resolve($0, 1, &frame) }
    let file = directory + "/library.so"
    let system = URL(filePath: String(cString: probe_frame_module(&frame))).deletingLastPathComponent()
    try FileManager.default.copyItem(atPath: system.appending(path: "libm.so.6").path, toPath: file)
    let library = try #require(dlopen(file, RTLD_NOW))
    defer { dlclose(library) }
    let address = try #require(dlsym(library, "cos"))
    withUnsafePointer(to: Optional(address)) { probe_frame_resolve($0, 1, &frame) }
    #expect(String(cString: probe_frame_module(&frame)).hasSuffix("/library.so"))
    var symbol = probe_symbol()
    let symbols = try #require(probe_symbols_open(), "libdw1 is not installed")
    defer { probe_symbols_close(symbols) }
    #expect(probe_symbols_find(symbols, probe_frame_module(&frame), frame.offset, &symbol))
  }

  @Test("the symbols of more files than the cache holds are found, and those of the first file again")
  func manyFiles() throws {
    let place = URL(filePath: NSTemporaryDirectory()).appending(path: "frames-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let library = try #require(dlopen("liblilv-0.so.0", RTLD_NOW))
    defer { dlclose(library) }
    let address = try #require(dlsym(library, "lilv_world_new"))
    var frame = probe_frame()
    withUnsafePointer(to: Optional(address)) { probe_frame_resolve($0, 1, &frame) }
    let symbols = try #require(probe_symbols_open(), "libdw1 is not installed")
    defer { probe_symbols_close(symbols) }
    let files = try (0..<70).map { number in
      let file = place.appending(path: "\(number).so")
      try FileManager.default.createSymbolicLink(
        at: file, withDestinationURL: URL(filePath: String(cString: probe_frame_module(&frame))))
      return file.path
    }
    for file in files + [files[0]] {
      var symbol = probe_symbol()
      #expect(probe_symbols_find(symbols, file, frame.offset, &symbol), "\(file)")
      #expect(String(cString: probe_symbol_function(&symbol)) == "lilv_world_new")
    }
  }

  @Test("an address outside of all files has no module, and a nonexistent file has no symbols")
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
