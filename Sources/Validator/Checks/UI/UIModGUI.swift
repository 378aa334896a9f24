import FoundationEssentials
import Glibc
import LV2Host
import Model
import TestHost

enum UIModGUI: DescriptionCheck {
  enum Message: MessageKind { case propertyMissing, fileNotFound, unknownPort, resourceNotFound }

  static let id: CheckID = "ui.modgui"
  static let text = CheckText(
    asserts: "Each MOD GUI has its required files, and refers only to files of the bundle and to ports of the plug-in.",
    rule: "A modgui MUST have a resources directory, an icon template, a stylesheet, a screenshot and a thumbnail; "
      + "mod-port-symbol must hold the port's symbol",
    source: "modgui.ttl of MOD: modgui:Gui, modgui:iconTemplate, modgui:MonitoredOutput, modgui:Port",
    method: "Reads the Turtle of each modgui:gui and the templates and the stylesheet that it names. Files must exist. "
      + "The symbols of modgui:port, modgui:monitoredOutputs and mod-port-symbol must be those of ports.",
    details: "A picture '/resources/NAME{{{ns}}}' in a template or a stylesheet must be in the resources directory. It "
      + "is a note, because the browser may never need it. Names that a template completes, such as {{symbol}}, are "
      + "not judged, nor are the symbols of MOD's software, such as ':bypass'.",
    remedy: "Add the missing file to the bundle and correct the path or the symbol in the description of the MOD GUI.",
    level: CheckLevel(7, "The panel on MOD devices is incomplete; the sound is not affected."),
    severities: [.warning, .note])

  private static let prefix = "http://moddevices.com/ns/modgui#"
  private static let required = ["resourcesDirectory", "iconTemplate", "stylesheet", "screenshot", "thumbnail"]
  private static let optional = ["settingsTemplate", "javascript"]
  /// Files with references to ports and pictures.
  private static let texts = ["iconTemplate", "settingsTemplate", "stylesheet"]

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let turtle = context.turtle
    let panels = turtle.objects(.uri(context.plugin.uri), prefix + "gui").filter(turtle.describes)
    guard !panels.isEmpty else { return .skipped("the plug-in has no MOD GUI") }
    let symbols = Set(
      turtle.objects(.uri(context.plugin.uri), URI.Core.port).flatMap { turtle.objects($0, URI.Core.symbol) }.map(
        \.text))
    return .findings(panels.flatMap { files($0, turtle) + ports($0, turtle, symbols) + resources($0, turtle) })
  }

  @FindingsBuilder
  private static func files(_ panel: Statement.Node, _ turtle: BundleTurtle) -> [Finding] {
    for property in required + optional {
      let values = turtle.objects(panel, prefix + property)
      if values.isEmpty && required.contains(property) {
        finding(
          .propertyMissing, .warning, about: property, "The MOD GUI has no modgui:\(property); expected one.")
      }
      for value in values where path(value, turtle).map({ access($0, R_OK) != 0 }) ?? value.isLiteral {
        let name = turtle.relativeName(of: value)
        finding(
          .fileNotFound, .warning, about: name,
          "The modgui:\(property) of the MOD GUI, \(name), is not a readable file of the bundle.")
      }
    }
  }

  private static func ports(
    _ panel: Statement.Node, _ turtle: BundleTurtle, _ symbols: Set<String>
  ) -> [Finding] {
    let listed = ["port", "monitoredOutputs"].flatMap { property in
      turtle.objects(panel, prefix + property).flatMap { turtle.objects($0, URI.Core.symbol) }
        .map { (place: "modgui:\(property)", symbol: $0.text) }
    }
    let written = content(of: panel, turtle).flatMap { file in
      matches(of: /mod-port-symbol\s*=\s*["']([^"']*)["']/, in: file.text)
        .filter { !$0.contains("{{") && !$0.hasPrefix(":") }.map { (place: file.name, symbol: $0) }
    }
    var seen: Set<String> = []
    return (listed + written).filter { !symbols.contains($0.symbol) && seen.insert("\($0)").inserted }.map {
      finding(
        .unknownPort, .warning, about: "\($0.place) \($0.symbol)",
        "The MOD GUI refers to the port '\($0.symbol)' in \($0.place), but the plug-in has no port with this symbol.")
    }
  }

  private static func resources(_ panel: Statement.Node, _ turtle: BundleTurtle) -> [Finding] {
    guard let folder = turtle.objects(panel, prefix + "resourcesDirectory").first.flatMap({ path($0, turtle) }) else {
      return []
    }
    let names = content(of: panel, turtle).flatMap { file in
      matches(of: /\/resources\/([^"'(){}\s]+)\{\{\{ns\}\}\}/, in: file.text).map { (file: file.name, name: $0) }
    }
    var seen: Set<String> = []
    return names.filter { access("\(folder)/\($0.name)", R_OK) != 0 && seen.insert("\($0)").inserted }.map {
      finding(
        .resourceNotFound, .note, about: "\($0.file) \($0.name)",
        "\($0.file) refers to /resources/\($0.name), but the resources directory does not contain it.")
    }
  }

  /// The templates and the stylesheet of a panel, without comments.
  private static func content(of panel: Statement.Node, _ turtle: BundleTurtle) -> [(name: String, text: String)] {
    texts.flatMap { turtle.objects(panel, prefix + $0) }.compactMap { value in
      guard let path = path(value, turtle), let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        return nil
      }
      return (turtle.relativeName(of: value), text.replacing(/(?s)<!--.*?-->|\/\*.*?\*\//, with: ""))
    }
  }

  private static func matches(of pattern: Regex<(Substring, Substring)>, in text: String) -> [String] {
    text.matches(of: pattern).map { String($0.output.1) }
  }

  /// The path of a file in the bundle; nil for a file elsewhere, which is not judged, and for a literal.
  private static func path(_ value: Statement.Node, _ turtle: BundleTurtle) -> String? {
    value.isLiteral ? nil : turtle.localPath(of: value.text).map { turtle.path + $0 }
  }
}
