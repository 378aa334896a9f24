#if !hasFeature(Embedded)
  /// A port group in the Turtle: the left and the right channel, or related controls.
  struct PortGroup {
    private enum Kind {
      case channels(AudioPort.Side)
      /// Controls with a group name.
      case controls(String)
    }

    private let plugin: PluginDocument
    private let kind: Kind

    /// The groups of a plug-in, in the order of their first ports.
    static func all(of plugin: PluginDocument) -> [PortGroup] {
      var names: [String] = []
      for port in plugin.controls where !names.contains(port.group.description) { names.append(port.group.description) }
      return AudioPort.Side.allCases.filter { $0.count(in: plugin.layout) == 2 }.map {
        PortGroup(plugin: plugin, kind: .channels($0))
      } + names.compactMap { PortGroup(controlsOf: plugin, named: $0) }
    }

    private init(plugin: PluginDocument, kind: Kind) {
      self.plugin = plugin
      self.kind = kind
    }

    /// The controls with this group name; nil for an empty name.
    init?(controlsOf plugin: PluginDocument, named name: String) {
      guard !name.isEmpty else { return nil }
      self.init(plugin: plugin, kind: .controls(name))
    }

    private var symbol: String {
      switch kind {
      case .channels(let side): side.name.lowercased()
      case .controls(let name):
        "controls_" + name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? "\($0)" : "_" }.joined()
      }
    }

    var uri: String { "\(plugin.uri)#\(symbol)" }

    /// The predicate by which the plug-in refers to the group, or nil.
    var main: String? {
      switch kind {
      case .channels(.input): "pg:mainInput"
      case .channels(.output): "pg:mainOutput"
      case .channels(.sidechain), .controls: nil
      }
    }

    var statements: [TurtleStatement] {
      switch kind {
      case .controls(let name):
        return [
          (TurtleText.type, .term("pg:InputGroup")), ("lv2:symbol", .text(symbol)), ("lv2:name", .text(name)),
        ]
      case .channels(let side):
        let statements: [TurtleStatement] = [
          (TurtleText.type, .term(side == .output ? "pg:OutputGroup" : "pg:InputGroup")),
          (TurtleText.type, .term("pg:StereoGroup")), ("lv2:symbol", .text(symbol)), ("lv2:name", .text(side.name)),
        ]
        guard side != .input, plugin.layout.inputs == 2 else { return statements }
        let input = AudioPort.Side.input.groupURI(of: plugin)
        return statements + [(side == .output ? "pg:source" : "pg:sideChainOf", .uri(input))]
      }
    }
  }
#endif
