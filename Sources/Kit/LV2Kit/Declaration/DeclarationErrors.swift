#if !hasFeature(Embedded)
  /// The rules for declarations that the compiler cannot check.
  enum DeclarationErrors {
    /// One line for each violation, with the URI of the plug-in and the declaration; empty if there is none.
    static func all(in plugins: [PluginDocument]) -> [String] {
      var uris: Set<String> = []
      var files: [String: String] = [:]
      return plugins.flatMap { plugin in
        var errors = ports(plugin) + presets(plugin) + self.uris(plugin)
        if !uris.insert(plugin.uri).inserted { errors.append("another plug-in of the library has the same URI") }
        if !isFileName(plugin.effect.file) {
          errors.append("the file name '\(plugin.effect.file)' is not lower-case letters, digits and hyphens")
        }
        if files.updateValue(plugin.effect.name, forKey: plugin.effect.file) ?? plugin.effect.name != plugin.effect.name
        {
          errors.append("another effect has the file name '\(plugin.effect.file)'")
        }
        return errors.map { "\(plugin.uri): \($0)" }
      }
    }

    private static func ports(_ plugin: PluginDocument) -> [String] {
      var errors: [String] = []
      if plugin.controls.count > Limits.controlCount {
        errors.append("\(plugin.controls.count) ports are declared; the limit is \(Limits.controlCount)")
      }
      var symbols = PluginStatements(plugin).reservedSymbols
      for port in plugin.controls {
        if !isSymbol("\(port.symbol)") { errors.append("\(port.title): the symbol is not a C identifier") }
        if !symbols.insert("\(port.symbol)").inserted { errors.append("\(port.title): another port has this symbol") }
        errors += range(port)
      }
      for property in plugin.properties {
        if !symbols.insert("\(property.control.symbol)").inserted {
          errors.append("property '\(property.control.symbol)': a port or another property has this symbol")
        }
        errors += self.property(property)
      }
      if plugin.properties.count > Limits.propertyCount {
        errors.append("\(plugin.properties.count) properties are declared; the limit is \(Limits.propertyCount)")
      }
      if let job = plugin.emptyJob { errors.append("the job type \(job) has no bytes; add a stored property") }
      return errors + order(plugin) + audio(plugin)
    }

    private static func property(_ property: Property) -> [String] {
      let title = "property '\(property.control.symbol)'"
      if !isSymbol("\(property.control.symbol)") { return ["\(title): the symbol is not a C identifier"] }
      guard property.control.kind == .input else { return ["\(title) is not declared as a control input"] }
      guard property.control.smoothing.seconds == 0 else { return ["\(title): properties cannot be smoothed"] }
      return range(property.control).map { $0.replacing("control '", with: "property '") }
    }

    private static func range(_ port: ControlPort) -> [String] {
      guard port.minimum < port.maximum && port.minimum.isFinite && port.maximum.isFinite else {
        return ["\(port.title): the range is empty or infinite"]
      }
      var errors: [String] = []
      if port.sanitized(port.initial) != port.initial {
        errors.append("\(port.title): the initial value \(port.initial) is outside the range or no step")
      }
      switch port.scale {
      case .logarithmic where port.minimum <= 0: errors.append("\(port.title): a logarithmic range begins above 0")
      case .steps(let step) where !(step > 0): errors.append("\(port.title): the step is not above 0")
      case .linear, .logarithmic: break
      default:
        if port.smoothing.seconds > 0 { errors.append("\(port.title): a port with steps cannot be smoothed") }
      }
      return errors
    }

    private static func order(_ plugin: PluginDocument) -> [String] {
      let kinds: [ControlPort.Kind] = [.input, .output, .cvInput, .cvOutput]
      let ranks = plugin.controls.map { kinds.firstIndex(of: $0.kind) ?? 0 }
      return zip(plugin.controls.dropFirst(), zip(ranks, ranks.dropFirst())).filter { $1.0 > $1.1 }.map { port, _ in
        "\(port.title) is declared too late; the order is control inputs, control outputs, CV inputs, CV outputs"
      }
    }

    private static func audio(_ plugin: PluginDocument) -> [String] {
      let layout = plugin.layout
      let inputs = layout.inputs + layout.sidechains + plugin.controls.count { $0.kind == .cvInput }
      let outputs = layout.outputs + plugin.controls.count { $0.kind == .cvOutput }
      return [("inputs", inputs), ("outputs", outputs)].filter { $0.1 > Limits.channelCount }.map {
        "the plug-in has \($0.1) \($0.0) with samples; the limit is \(Limits.channelCount)"
      }
    }

    private static func presets(_ plugin: PluginDocument) -> [String] {
      let inputs = plugin.controls.filter { $0.kind == .input }
      var names: Set<String> = []
      return plugin.effect.presets.flatMap { preset -> [String] in
        let name = "preset '\(preset.name)'"
        var errors = preset.errors.map { "\(name) \($0)" }
        if !names.insert(preset.name).inserted { errors.append("\(name): another preset has this name") }
        for (port, value) in zip(inputs, preset.values) where port.sanitized(value) != value {
          errors.append("\(name): the value \(value) of '\(port.symbol)' is outside the range or no step")
        }
        return errors
      }
    }

    private static func uris(_ plugin: PluginDocument) -> [String] {
      let project = plugin.effect.project
      var uris = [("the URI", plugin.uri), ("the URI '\(project.uri)' of the project", project.uri)]
      if let interface = plugin.interface { uris.append(("the URI '\(interface)' of the window", interface)) }
      return uris.compactMap { title, uri in
        if uri.isRelativeURI { return "\(title) has no scheme; build with lv2-bundle --url PREFIX, or add a scheme" }
        return isURI(uri) ? nil : "\(title) has an invalid scheme, or a character that a URI cannot contain"
      } + (isURI(project.license) ? [] : ["the license '\(project.license)' of the project is not a URI"])
    }

    private static func isURI(_ text: String) -> Bool {
      let scheme = text.prefix { $0 != ":" }
      return !scheme.isEmpty && scheme.count < text.count && scheme.allSatisfy { $0.isLetter && $0.isASCII }
        && text.unicodeScalars.allSatisfy { $0.value > 32 && !"<>\"{}|^`\\".unicodeScalars.contains($0) }
    }

    private static func isFileName(_ text: String) -> Bool {
      !text.isEmpty && text != "manifest"
        && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }

    private static func isSymbol(_ text: String) -> Bool {
      text.first.map { $0.isLetter || $0 == "_" } == true
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
  }

  extension ControlPort {
    fileprivate var title: String { "control '\(symbol)'" }
  }
#endif
