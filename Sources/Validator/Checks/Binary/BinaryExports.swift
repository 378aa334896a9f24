import Model
import TestHost

enum BinaryExports: PluginCheck {
  enum Message: MessageKind { case symbols }

  static let id: CheckID = "binary.exports"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "The library exports only the entry points of LV2.",
    rule: "LV2_SYMBOL_EXPORT marks the functions that a host loads as symbols; plug-ins share the host's process, so "
      + "any other exported symbol can replace a symbol of the same name elsewhere, or be replaced",
    source: "lv2/core/lv2.h: LV2_SYMBOL_EXPORT",
    method: "Reads the dynamic symbol table of the file. Weak symbols, C++ type information and the symbols that the "
      + "linker adds do not count.",
    remedy: "Compile with -fvisibility=hidden, or link with a version script '{ global: lv2_descriptor; local: *; };'.",
    level: CheckLevel(10, "Additional symbols rarely conflict."),
    severities: [.note])

  private static let expected: Set<String> = [
    "lv2_descriptor", "lv2_lib_descriptor", "lv2ui_descriptor", "lv2_dyn_manifest_open", "lv2_dyn_manifest_close",
    "lv2_dyn_manifest_get_subjects", "lv2_dyn_manifest_get_data", "lv2_inline_display", "_init", "_fini", "_end",
    "_edata", "_etext", "__bss_start",
  ]
  /// The prefixes of virtual tables, type information, type names and VTTs in the Itanium C++ ABI.
  private static let typeInformation = ["_ZTV", "_ZTI", "_ZTS", "_ZTT"]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath, let library = ELFFile(path: path) else {
      return .skipped("the lv2:binary is not an ELF library that can be read")
    }
    let others = Set(library.exportedSymbols).subtracting(expected).filter { name in
      !typeInformation.contains { name.hasPrefix($0) }
    }.sorted()
    if others.isEmpty { return .passed }
    let list = others.prefix(5).joined(separator: ", ") + (others.count > 5 ? " ..." : "")
    let symbols =
      others.count == 1 ? "1 symbol that is not an entry point" : "\(others.count) symbols that are not entry points"
    return finding(.symbols, .note, "The library exports \(symbols) of LV2: \(list).", count: others.count)
  }
}
