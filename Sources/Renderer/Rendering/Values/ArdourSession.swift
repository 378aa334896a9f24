/// The settings of the LV2 plug-ins in a session file of Ardour, as Ardour 5 to 8 write them.
struct ArdourSession {
  /// The settings of one plug-in on a track or a bus.
  struct Settings {
    /// The URI of the plug-in.
    let uri: String
    /// The name of the track or the bus.
    let track: String
    /// The name of the processor.
    let name: String
    /// The number of the processor in the session.
    let id: String
    /// The values of control ports by symbol.
    var controls: [String: Float] = [:]
    /// The path of the folder with the state of the plug-in; nil if it has none.
    var stateFolder: String?
  }

  private let path: String
  private var all: [Settings] = []

  /// The file and the processor that a path names: "SESSION.ardour", or "SESSION.ardour#NAME". Nil for other paths.
  static func parts(of path: String) -> (file: String, processor: String?)? {
    if path.hasSuffix(".ardour") { return (path, nil) }
    guard let end = path.firstRange(of: ".ardour#") else { return nil }
    return (String(path[..<end.upperBound].dropLast()), String(path[end.upperBound...]))
  }

  /// - Throws: `RenderError.input` for a file that is not a session.
  init(_ path: String) throws(RenderError) {
    self.path = path
    guard let tags = MarkupTag.all(in: try SmallFile.bytes(of: path, kind: "session")), tags.first?.name == "Session"
    else { throw .input(path: path, reason: "The file is not a session of Ardour") }
    var (track, processor) = ("", MarkupTag?.none)
    for tag in tags {
      switch tag.name {
      case "Route": track = tag.attributes["name"] ?? ""
      case "Processor": processor = tag
      case "lv2": append(tag, of: processor?.attributes ?? [:], on: track)
      case "Port" where !all.isEmpty:
        guard let symbol = tag.attributes["symbol"], let value = tag.attributes["value"].flatMap(Float.init)
        else { continue }
        all[all.count - 1].controls[symbol] = value
      default: continue
      }
    }
  }

  private mutating func append(_ tag: MarkupTag, of processor: [String: String], on track: String) {
    let id = processor["id"] ?? ""
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    all.append(
      Settings(
        uri: processor["unique-id"] ?? "", track: track, name: processor["name"] ?? "", id: id,
        stateFolder: tag.attributes["state-dir"].map { "\(folder)plugins/\(id)/\($0)" }))
  }

  /// Returns the settings of a plug-in.
  ///
  /// - Parameters:
  ///   - uri: the URI of the plug-in.
  ///   - plugin: its name, for messages.
  ///   - processor: the name of the track, or the name or the number of the processor; nil if there is only one.
  /// - Throws: `RenderError.usage` if there are none or several.
  func settings(of uri: String, _ plugin: String, named processor: String?) throws(RenderError) -> Settings {
    let candidates = all.filter { $0.uri == uri }
    guard !candidates.isEmpty else { throw .usage("\(path) has no settings of \(plugin).") }
    let chosen =
      processor.map { name in candidates.filter { [$0.track, $0.name, $0.id].contains(name) } } ?? candidates
    if chosen.count == 1 { return chosen[0] }
    let list = (chosen.isEmpty ? candidates : chosen).map { "#\($0.id) on '\($0.track)'" }.joined(separator: ", ")
    guard let processor, chosen.isEmpty else {
      throw .usage("\(path) has \(chosen.count) settings of \(plugin); add one of these to the path: \(list).")
    }
    throw .usage("\(path) has no settings of \(plugin) with the name '\(processor)'; there are \(list).")
  }
}
