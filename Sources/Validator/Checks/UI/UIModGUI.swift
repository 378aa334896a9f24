import FoundationEssentials
import Glibc
import LV2Host
import Model
import Support
import TestHost

enum UIModGUI: DescriptionCheck {
  enum Message: MessageKind {
    case propertyMissing, fileNotFound, unknownPort, resourceNotFound

    var text: MessageText {
      switch self {
      case .propertyMissing:
        MessageText(
          .warning, rule: required,
          remedy: "Write 'modgui:{thumbnail} <{modgui/thumbnail.png}>' in the description of the MOD GUI, and add the "
            + "{file} to the bundle.")
      case .fileNotFound:
        MessageText(
          .warning, rule: required,
          remedy: "Put {the file} into the bundle, or correct modgui:{screenshot} in the description of the MOD GUI.")
      case .unknownPort:
        MessageText(
          .warning,
          rule: Rule(
            "The attribute mod-port-symbol must hold the port's symbol, as does lv2:symbol in the description of the MOD GUI",
            source: "modgui.ttl of MOD: modgui:iconTemplate, modgui:port"),
          remedy: "Replace '{volume}' in {the place} by the symbol of a port of the plug-in.")
      case .resourceNotFound:
        MessageText(
          .note,
          rule: Rule(
            "Any file inside the resources directory will be served to the browser, and will be available at the /resources/ "
              + "path", source: "modgui.ttl of MOD: modgui:resourcesDirectory"),
          remedy: "Add {the files} to {the resources directory}, or remove {the references} from {the file}.")
      }
    }
  }

  private static let required = Rule(
    "A modgui MUST have a resources directory, an icon template, a stylesheet, a screenshot and a thumbnail",
    source: "modgui.ttl of MOD: modgui:Gui")

  static let id: CheckID = "ui.modgui"
  static let text = CheckText(
    asserts: "Each MOD GUI has its required files, and refers only to files of the bundle and to ports of the plug-in.",
    method: "Reads the Turtle of each modgui:gui and the templates and the stylesheet that it names. Files must exist. "
      + "The symbols of modgui:port, modgui:monitoredOutputs and mod-port-symbol must be those of ports.",
    details: "A picture '/resources/NAME{{{ns}}}' in a template or a stylesheet must be in the resources directory. It "
      + "is a note, because the browser may never need it. Names that a template completes, such as {{symbol}}, are "
      + "not judged, nor are the symbols of MOD's software, such as ':bypass'.",
    level: CheckLevel(7, "The panel on MOD devices is incomplete; the sound is not affected."))

  private static let prefix = "http://moddevices.com/ns/modgui#"
  /// The properties that a panel must have, with an example of their values.
  private static let requiredProperties = [
    ("resourcesDirectory", "modgui/"), ("iconTemplate", "modgui/icon.html"), ("stylesheet", "modgui/style.css"),
    ("screenshot", "modgui/screenshot.png"), ("thumbnail", "modgui/thumbnail.png"),
  ]
  private static let optionalProperties = ["settingsTemplate", "javascript"]
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
    for (property, example) in requiredProperties where turtle.objects(panel, prefix + property).isEmpty {
      finding(
        .propertyMissing, about: property, "The MOD GUI has no modgui:\(property); expected one.",
        naming: [property, example, example.hasSuffix("/") ? "directory" : "file"])
    }
    for property in requiredProperties.map(\.0) + optionalProperties {
      for value in turtle.objects(panel, prefix + property)
      where path(value, turtle).map({ access($0, R_OK) != 0 }) ?? value.isLiteral {
        let name = turtle.relativeName(of: value)
        finding(
          .fileNotFound, about: name,
          "The modgui:\(property) of the MOD GUI, \(name), is not a readable file of the bundle.",
          naming: [name, property])
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
        .unknownPort, about: "\($0.place) \($0.symbol)",
        "The MOD GUI refers to the port '\($0.symbol)' in \($0.place), but the plug-in has no port with this symbol.",
        naming: [$0.symbol, $0.place])
    }
  }

  /// One finding for each file that refers to resources that do not exist.
  private static func resources(_ panel: Statement.Node, _ turtle: BundleTurtle) -> [Finding] {
    guard let directory = turtle.objects(panel, prefix + "resourcesDirectory").first,
      let folder = path(directory, turtle)
    else { return [] }
    var seen: Set<String> = []
    return content(of: panel, turtle).compactMap { file in
      guard seen.insert(file.name).inserted else { return nil }
      let names = matches(of: /\/resources\/([^"'(){}\s]+)\{\{\{ns\}\}\}/, in: file.text)
      let missing = Set(names.filter { access("\(folder)/\($0)", R_OK) != 0 }).sorted()
      guard let first = missing.first else { return nil }
      let resources = missing.map { "/resources/\($0)" }.listed(atMost: 4, "resource")
      let isOne = missing.count == 1
      return finding(
        .resourceNotFound, about: file.name,
        "\(file.name) refers to \(resources), but the resources directory does not contain \(isOne ? "it" : "them").",
        naming: [
          isOne ? first : "the \(missing.count.counted("missing file"))",
          "the directory \(turtle.relativeName(of: directory))",
          isOne ? "the reference" : "the references", file.name,
        ], count: missing.count)
    }
  }

  /// In bytes. A template has some kilobytes; with pictures as data URIs, it can have some megabytes.
  private static let largestText = 64 << 20

  /// The templates and the stylesheet of a panel, without comments.
  private static func content(of panel: Statement.Node, _ turtle: BundleTurtle) -> [(name: String, text: String)] {
    texts.flatMap { turtle.objects(panel, prefix + $0) }.compactMap { value in
      guard let path = path(value, turtle), isRegularFile(path, atMost: largestText),
        let text = try? String(contentsOfFile: path, encoding: .utf8)
      else { return nil }
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
