import Glibc
import Model
import TestHost

enum BinaryLoad: PluginCheck {
  enum Message: MessageKind {
    case dlopen

    var text: MessageText {
      switch self {
      case .dlopen:
        MessageText(
          .error,
          rule: Rule(
            "The value of lv2:binary must be the URI of a shared library object, which hosts open with dlopen() and "
              + "flags of their choice", source: "lv2core.meta.ttl: lv2:binary"),
          remedy: "{Link with every library that the plug-in uses}.")
      }
    }
  }

  static let id: CheckID = "binary.load"
  static let depth = CheckDepth.loading
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The library can be loaded with RTLD_NOW and RTLD_LOCAL; no symbol is undefined.",
    method: "Opens the library in a new process with RTLD_NOW | RTLD_LOCAL. The dynamic linker resolves all symbols at "
      + "once and finds none of another plug-in.",
    level: CheckLevel(1, "Hosts cannot use a library that does not load."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath else { return .skipped("the bundle names no lv2:binary") }
    guard access(path, F_OK) == 0 else { return .skipped("the lv2:binary does not exist, see manifest.plugin-type") }
    // The library stays open: binary.unload checks what happens when it is closed.
    if InstanceUnderTest.noted("dlopen", { Glibc.dlopen(path, RTLD_NOW | RTLD_LOCAL) }) != nil { return .passed }
    let reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
    return finding(
      .dlopen, "dlopen() failed: \(reason).\(machineSentence(path))", naming: [remedy(for: reason, path)],
      call: "dlopen()")
  }

  /// For a library for another machine, the message of the dynamic linker is misleading.
  private static func machineSentence(_ path: String) -> String {
    guard case .otherMachine(let name) = LibraryFormat(path: path) else { return "" }
    return " The file is a library for \(name); expected \(LibraryFormat.thisMachine)."
  }

  /// - Parameter reason: what the dynamic linker reported.
  private static func remedy(for reason: String, _ path: String) -> String {
    switch LibraryFormat(path: path) {
    case .native: break
    case .otherMachine, .otherSystem: return "Build the library for \(LibraryFormat.thisMachine)"
    case .unknown: return "Name the shared library of the plug-in with lv2:binary in manifest.ttl"
    }
    // -ffast-math used these names until glibc 2.31, which does not let programs link with them any more.
    if let match = reason.firstMatch(of: /undefined symbol: (__\w+_finite)\b/) {
      return "Compile the library again and link it with -lm: \(match.output.1) is a name of glibc before 2.31"
    }
    if let match = reason.firstMatch(of: /undefined symbol: ([^\s,]+)/) {
      return
        "Link with the library or the object file that defines \(match.output.1); with -Wl,-z,defs, the linker reports "
        + "undefined symbols"
    }
    if let match = reason.firstMatch(of: /^([^\s:]+): cannot open shared object file/) {
      return "Link \(match.output.1) statically, or put it into the bundle and link with '-Wl,-rpath,$ORIGIN'"
    }
    return "Link with -Wl,-z,defs and with every library that the plug-in uses"
  }
}
