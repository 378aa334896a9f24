import LV2Host
import Model
import TestHost

enum UILoad: PluginCheck {
  enum Message: MessageKind {
    case toolkit

    var text: MessageText {
      switch self {
      case .toolkit:
        MessageText(
          .warning,
          rule: Rule(
            "Separating a plug-in's UI from its DSP in another library keeps toolkits out of the audio process",
            source: "ui.meta.ttl: LV2 UI"),
          remedy: "Link {the toolkit} to the library of the interface only, not to that of the plug-in.")
      }
    }
  }

  static let id: CheckID = "ui.load"
  static let depth = CheckDepth.library
  static let text = CheckText(
    asserts: "The library of the plug-in loads no toolkit of user interfaces.",
    method: "Loads the library of the plug-in, without its interface, and looks for GTK, Qt, FLTK and wxWidgets among "
      + "the libraries that the process has then.",
    details: "Two versions of one toolkit cannot be used in one process, so a host with another version fails. X11, "
      + "OpenGL and cairo are not toolkits.",
    level: CheckLevel(6, "A host with another version of the toolkit cannot load the plug-in."))

  /// The parts of file names that identify a toolkit.
  private static let toolkits = [
    ("libgtk-x11-2.", "GTK 2"), ("libgtk-3.", "GTK 3"), ("libgtk-4.", "GTK 4"), ("libQtGui.", "Qt 4"),
    ("libQt5Widgets.", "Qt 5"), ("libQt6Widgets.", "Qt 6"), ("libfltk.", "FLTK"), ("libwx_gtk", "wxWidgets"),
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath else { return .skipped("the manifest states no lv2:binary") }
    _ = try PluginLibrary(path: path, bundlePath: context.plugin.bundlePath, features: nil, keepLoaded: true)
    let files = ProcessSnapshot.mappedFiles
    return .findings(
      toolkits.compactMap { part, name in
        files.contains { $0.contains(part) }
          ? finding(
            .toolkit, about: name,
            "The library of the plug-in loads \(name); expected no toolkit without an interface.",
            naming: [name]) : nil
      })
  }
}
