import Foundation
import PackagePlugin

/// The page of one product: NAME.html, which contains its plug-ins and their windows as modules of WebAssembly, and works from a
/// folder.
struct WebPage {
  let product: LibraryProduct
  /// The product with the user interfaces of the effects, or nil.
  let interface: LibraryProduct?
  let name: String
  let build: WebBuild

  /// The functions of a module that the page calls.
  private static let effectFunctions = [
    "lv2_descriptor", "lv2kit_add_file", "lv2kit_features", "lv2kit_start_worker", "lv2kit_text", "malloc",
  ]
  private static let interfaceFunctions =
    ["lv2ui_descriptor", "lv2kit_add_file", "malloc", "lv2kit_panel"]
    + [
      "draw", "key", "leave", "move", "needs_drawing", "press", "receive", "release", "release_button", "resize",
      "scroll", "text", "theme", "value",
    ].map { "lv2kit_panel_" + $0 }

  /// The scripts of the page, in their order: those of the page and of the audio thread, those of the audio thread alone, and those of
  /// the page alone.
  private static let scripts = [
    "shared": ["elementary", "effect"], "worklet": ["processor"],
    "script": ["canvas", "panel", "controls", "properties", "keyboard", "sounds", "player", "settings", "page"],
  ]

  /// The description of the plug-ins in JSON, which lv2ttl generates.
  var description: URL { build.work.appending(path: "web.json") }

  /// Writes the page to a folder.
  func write(to folder: URL) throws {
    let effects = try build.module(product, exports: Self.effectFunctions)
    let interfaces = try interface.map { try build.module($0, exports: Self.interfaceFunctions) }
    var parts = [
      "name": product.name, "style": try part("page.css"),
      "description": try String(contentsOf: description, encoding: .utf8),
      "effects": effects.base64EncodedString(), "interfaces": interfaces?.base64EncodedString() ?? "",
    ]
    for (place, names) in Self.scripts {
      parts[place] = try names.map { try part($0 + ".js") }.joined(separator: "\n")
    }
    let page = try part("index.html").replacing(/{{([a-z]+)}}/) { parts[String($0.1)] ?? "" }
    let file = folder.appending(path: name + ".html")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try page.write(to: file, atomically: true, encoding: .utf8)
    print("\(file.path): \(page.utf8.count) bytes")
  }

  private func part(_ file: String) throws -> String {
    try String(contentsOf: WebBuild.kit.appending(path: "Page/\(file)"), encoding: .utf8)
  }
}
