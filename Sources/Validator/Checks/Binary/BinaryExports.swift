import Model
import Support
import TestHost

enum BinaryExports: PluginCheck {
  enum Message: MessageKind {
    case symbols

    var text: MessageText {
      switch self {
      case .symbols:
        MessageText(
          .note,
          rule: Rule(
            "LV2_SYMBOL_EXPORT marks the functions that are to be loaded by the host as a symbol from the library; any "
              + "other exported symbol can replace a symbol of the same name in the host's process, or be replaced",
            source: "lv2/core/lv2.h: LV2_SYMBOL_EXPORT; ELF: symbol interposition"),
          remedy:
            "Compile with -fvisibility=hidden, and mark only the entry points with LV2_SYMBOL_EXPORT. For symbols "
            + "of static libraries, link with -Wl,--exclude-libs,ALL.")
      }
    }
  }

  static let id: CheckID = "binary.exports"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "The library exports only the entry points of LV2.",
    method: "Reads the dynamic symbol table of the file. Weak symbols, C++ type information and the symbols that the "
      + "linker adds do not count.",
    level: CheckLevel(10, "Additional symbols rarely conflict."))

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
    let symbols =
      others.count == 1
      ? "1 symbol that is not an LV2 entry point" : "\(others.count) symbols that are not LV2 entry points"
    return finding(.symbols, "The library exports \(symbols): \(others.listed(atMost: 5)).", count: others.count)
  }
}
