import Glibc
import LV2Host
import TestHost
import ValidationModel

enum BinaryLoad: PluginCheck {
  static let id: CheckID = "binary.load"
  static let depth = CheckDepth.loading
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The library can be loaded with RTLD_NOW and RTLD_LOCAL; no symbol is undefined.",
    rule: "lv2:binary is a shared library that a host opens with dlopen(), in whatever manner it likes",
    source: "lv2core: lv2:binary",
    method:
      "Opens the library in a fresh process with RTLD_NOW | RTLD_LOCAL, so that every symbol is looked up at once "
      + "and none of another plug-in's can help out.",
    remedy: "Link with -Wl,-z,defs, and name every library that is used.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath else { return .skipped("the bundle names no lv2:binary") }
    guard access(path, F_OK) == 0 else { return .skipped("the lv2:binary is not there, see manifest.plugin-type") }
    let handle = InstanceUnderTest.noted("dlopen") { dlopen(path, RTLD_NOW | RTLD_LOCAL) }
    // Left open: what closing does is the business of binary.unload.
    guard handle != nil else {
      let reason = dlerror().map { String(cString: $0) } ?? "for an unknown reason"
      // The dynamic linker calls a library for another machine a file that is not there.
      let machine =
        if case .otherMachine(let name) = LibraryFormat(path: path) {
          " It is a library for \(name), and this machine is \(LibraryFormat.thisMachine)."
        } else { "" }
      return .findings([finding(.error, "dlopen() fails: \(reason).\(machine)", call: "dlopen()")])
    }
    return .passed
  }
}
