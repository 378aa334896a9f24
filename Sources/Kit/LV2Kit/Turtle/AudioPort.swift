#if !hasFeature(Embedded)
  /// An audio port in the Turtle.
  package struct AudioPort {
    package let symbol: String
    package let name: String
    package let side: Side
    /// The channel for pg:designation, or nil if the ports are not left and right.
    private let channel: String?

    /// The ports of a layout in the order of their indices.
    package static func all(of layout: Layout) -> [AudioPort] {
      Side.allCases.flatMap { side in
        let count = side.count(in: layout)
        switch count {
        case 1: return [AudioPort(symbol: side.symbol, name: side.name, side: side, channel: nil)]
        case 2:
          return ["Left", "Right"].map { (title: String) in
            let channel = title.lowercased()
            return AudioPort(
              symbol: "\(side.symbol)_\(channel)", name: "\(side.name) \(title)", side: side, channel: channel)
          }
        default:
          return (0..<count).map { index in
            AudioPort(
              symbol: "\(side.symbol)_\(index + 1)", name: "\(side.name) \(index + 1)", side: side, channel: nil)
          }
        }
      }
    }

    func statements(of plugin: PluginDocument) -> [TurtleStatement] {
      var statements: [TurtleStatement] = [
        (TurtleText.type, .term(side == .output ? "lv2:OutputPort" : "lv2:InputPort")),
        (TurtleText.type, .term("lv2:AudioPort")), ("lv2:symbol", .text(symbol)), ("lv2:name", .text(name)),
      ]
      if let channel {
        statements += [("lv2:designation", .term("pg:\(channel)")), ("pg:group", .uri(side.groupURI(of: plugin)))]
      }
      if side == .sidechain {
        statements += ["isSideChain", "connectionOptional"].map { ("lv2:portProperty", .term("lv2:" + $0)) }
      }
      return statements
    }

    /// The purpose of audio ports, in the order of their indices.
    package enum Side: CaseIterable {
      case input, sidechain, output

      func count(in layout: Layout) -> Int {
        switch self {
        case .input: layout.inputs
        case .sidechain: layout.sidechains
        case .output: layout.outputs
        }
      }

      var symbol: String {
        switch self {
        case .input: "in"
        case .sidechain: "sidechain"
        case .output: "out"
        }
      }

      var name: String {
        switch self {
        case .input: "Input"
        case .sidechain: "Sidechain"
        case .output: "Output"
        }
      }

      func groupURI(of plugin: PluginDocument) -> String { "\(plugin.uri)#\(name.lowercased())" }
    }
  }

  extension PluginDocument {
    /// The name of the effect and, if it has several layouts, of the layout.
    package var name: String {
      if isOnlyLayout { return effect.name }
      func title(_ count: Int) -> String { count == 1 ? "Mono" : count == 2 ? "Stereo" : "\(count) Channels" }
      let (inputs, outputs) = (layout.inputs, layout.outputs)
      var words = [effect.name]
      if inputs == outputs || inputs == 0 || outputs == 0 {
        if max(inputs, outputs) > 0 { words.append(title(max(inputs, outputs))) }
      } else {
        words.append("\(title(inputs)) to \(title(outputs))")
      }
      if layout.sidechains > 0 { words.append("Sidechain") }
      return words.joined(separator: " ")
    }
  }

  extension [PluginDocument] {
    /// The documents of all plug-ins of a library, which know whether their effects have other layouts.
    package func complete() -> [PluginDocument] {
      map { plugin in
        var plugin = plugin
        plugin.isOnlyLayout = count { $0.effect.name == plugin.effect.name } == 1
        return plugin
      }
    }
  }
#endif
