import CLV2
import Glibc
import LV2Kit

/// The Turtle files that a library generates from its declarations.
final class GeneratedFiles {
  /// The texts of the files by name.
  private(set) var all: [String: String] = [:]
  /// The description of the plug-ins for CLAP, in C, and for a page, in JSON.
  private(set) var clap = ""
  private(set) var web = ""
  private var errors: [String] = []

  struct Failure: Error { let lines: [String] }

  /// - Parameters:
  ///   - library: the path of an LV2 library on LV2Kit, built without Embedded Swift.
  ///   - binary: the name of the library in the bundle.
  ///   - interfaceBinary: the name of the library with the user interfaces; empty if the bundle has none.
  ///   - prefix: the prefix of relative URIs; empty if there is none.
  init(library: String, binary: String, interfaceBinary: String, prefix: String) throws(Failure) {
    let path = library.contains("/") ? library : "./" + library
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw Failure(lines: [String(cString: dlerror())])
    }
    typealias Entry = @convention(c) (UInt32) -> UnsafePointer<LV2_Descriptor>?
    guard let symbol = dlsym(handle, "lv2_descriptor") else {
      throw Failure(lines: ["\(library) has no function lv2_descriptor(); export it with @_cdecl"])
    }
    let entry = unsafeBitCast(symbol, to: Entry.self)
    let descriptors = Array(
      sequence(state: UInt32(0)) { index in
        defer { index += 1 }
        return entry(index)
      })
    for uri in [TurtleGenerator.uri, TurtleGenerator.clapURI, TurtleGenerator.webURI] {
      guard let function = descriptors.first?.pointee.extension_data?(uri) else {
        throw Failure(lines: ["\(library) has no plug-in of LV2Kit, or is built with Embedded Swift"])
      }
      try generate(
        unsafeBitCast(function, to: TurtleGenerator.Function.self), descriptors, binary, interfaceBinary, prefix)
    }
    clap = all.removeValue(forKey: "clap.c") ?? ""
    web = all.removeValue(forKey: "web.json") ?? ""
  }

  private func generate(
    _ function: TurtleGenerator.Function, _ descriptors: [UnsafePointer<LV2_Descriptor>], _ binary: String,
    _ interfaceBinary: String, _ prefix: String
  ) throws(Failure) {
    function(
      descriptors, descriptors.count, binary, interfaceBinary.isEmpty ? nil : interfaceBinary, prefix,
      Unmanaged.passUnretained(self).toOpaque()
    ) { context, name, text in
      let files = Unmanaged<GeneratedFiles>.fromOpaque(context).takeUnretainedValue()
      if name?.pointee == 0 {
        CrashMessage.set(String(cString: text))
      } else if let name {
        files.all[String(cString: name)] = String(cString: text)
      } else {
        files.errors = String(cString: text).split(separator: "\n").map(String.init)
      }
    }
    guard errors.isEmpty else { throw Failure(lines: errors) }
  }
}
