import Glibc
import Model
import TestHost

enum BinaryLoad: PluginCheck {
  enum Message: MessageKind { case dlopen }

  static let id: CheckID = "binary.load"
  static let depth = CheckDepth.loading
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The library can be loaded with RTLD_NOW and RTLD_LOCAL; no symbol is undefined.",
    rule: "The value of lv2:binary must be the URI of a shared library object, which a host opens with dlopen() and "
      + "flags of its choice",
    source: "lv2core.meta.ttl: lv2:binary",
    method: "Opens the library in a new process with RTLD_NOW | RTLD_LOCAL. The dynamic linker resolves all symbols at "
      + "once and finds none of another plug-in.",
    remedy: "Link with -Wl,-z,defs and with every library that the plug-in uses.",
    level: CheckLevel(1, "Hosts cannot use a library that does not load."),
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath else { return .skipped("the bundle names no lv2:binary") }
    guard access(path, F_OK) == 0 else { return .skipped("the lv2:binary does not exist, see manifest.plugin-type") }
    // The library stays open: binary.unload checks what happens when it is closed.
    if InstanceUnderTest.noted("dlopen", { Glibc.dlopen(path, RTLD_NOW | RTLD_LOCAL) }) != nil { return .passed }
    let reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
    // For a library for another machine, the message of the dynamic linker is misleading.
    let machine =
      if case .otherMachine(let name) = LibraryFormat(path: path) {
        " The file is a library for \(name); expected \(LibraryFormat.thisMachine)."
      } else { "" }
    return finding(.dlopen, .error, "dlopen() failed: \(reason).\(machine)", call: "dlopen()")
  }
}
