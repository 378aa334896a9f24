#if !hasFeature(Embedded)
  /// What is wrong with a declaration.
  struct DeclarationError {
    let text: String
    /// The line of the declaration, or nil for that of the plug-in.
    var location: SourceLocation?

    init(_ text: String, at location: SourceLocation? = nil) {
      self.text = text
      self.location = location
    }
  }

  /// The rules for declarations that the compiler cannot check.
  enum DeclarationErrors {
    /// One line for each violation: the file and the line, the URIs of the plug-ins that have it, and what is wrong. Empty
    /// if there is none.
    static func all(in plugins: [PluginDocument]) -> [String] {
      var uris: Set<String> = []
      var files: [String: String] = [:]
      let pluginURIs = Set(plugins.map(\.uri))
      var messages: [(text: String, location: String, uris: [String])] = []
      for plugin in plugins {
        var errors = ports(plugin) + presets(plugin) + self.uris(plugin) + project(plugin, pluginURIs)
        if !uris.insert(plugin.uri).inserted { errors.append(.init("another plug-in of the library has the same URI")) }
        let effect = plugin.effect
        if !isFileName(effect.file) {
          let text = "the file name '\(effect.file)' is not lower-case letters, digits and hyphens"
          errors.append(DeclarationError(text, at: effect.location))
        }
        if files.updateValue(effect.name, forKey: effect.file) ?? effect.name != effect.name {
          errors.append(.init("another effect has the file name '\(effect.file)'", at: effect.location))
        }
        for error in errors {
          let location = (error.location ?? plugin.location).map { "\($0): " } ?? ""
          if let index = messages.firstIndex(where: { $0.text == error.text && $0.location == location }) {
            messages[index].uris.append(plugin.uri)
          } else {
            messages.append((error.text, location, [plugin.uri]))
          }
        }
      }
      return messages.map { "\($0.location)\($0.uris.joined(separator: ", ")): \($0.text)" }
    }

    private static func ports(_ plugin: PluginDocument) -> [DeclarationError] {
      var errors: [DeclarationError] = []
      var symbols = PluginStatements(plugin).reservedSymbols
      for port in plugin.controls {
        if !isSymbol("\(port.symbol)") { errors.append(port.error("the symbol is not a C identifier")) }
        if !symbols.insert("\(port.symbol)").inserted { errors.append(port.error("another port has this symbol")) }
        errors += range(port)
      }
      errors += identifiers(plugin)
      for property in plugin.properties {
        if !symbols.insert("\(property.control.symbol)").inserted {
          errors.append(property.control.error("a port or another property has this symbol", "property"))
        }
        errors += self.property(property)
      }
      if plugin.properties.count > Limits.propertyCount {
        errors.append(
          .init("\(plugin.properties.count) properties are declared; the limit is \(Limits.propertyCount)"))
      }
      if let job = plugin.emptyJob { errors.append(.init("the job type \(job) has no bytes; add a stored property")) }
      return errors + order(plugin) + audio(plugin)
    }

    /// The identifiers of parameters are hashes of the symbols. That two of them are equal is improbable.
    private static func identifiers(_ plugin: PluginDocument) -> [DeclarationError] {
      let enabled = ControlPort.toggle("enabled", "", initial: true, comment: "")
      var symbols = [UInt32.max: "no parameter", enabled.clapIdentifier: "'enabled'"]
      return plugin.controls.filter { $0.kind == .input && $0.symbol.description != "enabled" }.compactMap { port in
        guard let other = symbols.updateValue("'\(port.symbol)'", forKey: port.clapIdentifier) else { return nil }
        if other == "'\(port.symbol)'" { return nil }
        return port.error("the identifier of its symbol in CLAP is that of \(other); change the symbol")
      }
    }

    private static func property(_ property: Property) -> [DeclarationError] {
      let port = property.control
      if !isSymbol("\(port.symbol)") { return [port.error("the symbol is not a C identifier", "property")] }
      guard port.kind == .input else { return [port.error("it is not declared as a control input", "property")] }
      guard port.smoothing.seconds == 0 else { return [port.error("properties cannot be smoothed", "property")] }
      return range(port, "property")
    }

    private static func range(_ port: ControlPort, _ title: String = "control") -> [DeclarationError] {
      guard port.minimum < port.maximum && port.minimum.isFinite && port.maximum.isFinite else {
        return [port.error("the range is empty or infinite", title)]
      }
      if let text = scale(port) { return [port.error(text, title)] }
      guard port.sanitized(port.initial) == port.initial else {
        return [port.error("the initial value \(port.initial) is outside the range or no step", title)]
      }
      return []
    }

    /// What is wrong with the scale of a port, or nil. Numbers with steps are saved and shown as whole numbers.
    private static func scale(_ port: ControlPort) -> String? {
      func isMultiple(_ value: Float, of step: Float) -> Bool { value.remainder(dividingBy: step) == 0 }
      switch port.scale {
      case .linear: return nil
      case .logarithmic: return port.minimum > 0 ? nil : "a logarithmic range begins above 0"
      case .steps(let step):
        guard step > 0, isMultiple(step, of: 1) else { return "the step \(step) is not a whole number above 0" }
        guard isMultiple(port.minimum, of: step), isMultiple(port.maximum, of: step) else {
          return "the minimum or the maximum is not a multiple of the step \(step)"
        }
      case .integers, .toggle, .choice:
        guard isMultiple(port.minimum, of: 1), isMultiple(port.maximum, of: 1) else {
          return "the minimum or the maximum is not a whole number"
        }
      }
      return port.smoothing.seconds > 0 ? "a port with steps cannot be smoothed" : nil
    }

    private static func order(_ plugin: PluginDocument) -> [DeclarationError] {
      let kinds: [ControlPort.Kind] = [.input, .output, .cvInput, .cvOutput]
      let ranks = plugin.controls.map { kinds.firstIndex(of: $0.kind) ?? 0 }
      let late = zip(plugin.controls.dropFirst(), zip(ranks, ranks.dropFirst())).filter { $1.0 > $1.1 }
      return late.map { port, _ in
        port.error("declared too late; the order is control inputs, control outputs, CV inputs, CV outputs")
      }
    }

    private static func audio(_ plugin: PluginDocument) -> [DeclarationError] {
      let layout = plugin.layout
      let inputs = layout.inputs + layout.sidechains + plugin.controls.count { $0.kind == .cvInput }
      let outputs = layout.outputs + plugin.controls.count { $0.kind == .cvOutput }
      if inputs + outputs == 0 && !plugin.events.hasInput && !plugin.events.hasOutput {
        return [.init("the plug-in has no inputs, no outputs and no events; declare a layout with channels, or events")]
      }
      return [("inputs", inputs), ("outputs", outputs)].filter { $0.1 > Limits.channelCount }.map {
        .init("the plug-in has \($0.1) \($0.0) with samples; the limit is \(Limits.channelCount)")
      }
    }

    private static func presets(_ plugin: PluginDocument) -> [DeclarationError] {
      let inputs = plugin.controls.filter { $0.kind == .input }
      var names: [String: String] = [:]
      return plugin.effect.presets.flatMap { preset -> [DeclarationError] in
        let name = "preset '\(preset.name)'"
        var errors = preset.errors.map { "\(name) \($0)" }
        if let other = names.updateValue(preset.name, forKey: TurtleBundle.uri(of: preset, plugin.effect)) {
          let text = other == preset.name ? "another preset has this name" : "its URI is that of preset '\(other)'"
          errors.append("\(name): \(text); change a letter or a digit")
        }
        for (port, value) in zip(inputs, preset.values) where port.sanitized(value) != value {
          errors.append("\(name): the value \(value) of '\(port.symbol)' is outside the range or no step")
        }
        return errors.map { DeclarationError($0, at: preset.location ?? plugin.effect.location) }
      }
    }

    private static func uris(_ plugin: PluginDocument) -> [DeclarationError] {
      let errors = [
        uri("the URI", plugin.uri), plugin.interface.flatMap { uri("the URI '\($0)' of the window", $0) },
      ]
      return errors.compactMap { $0.map { DeclarationError($0) } }
    }

    private static func project(_ plugin: PluginDocument, _ plugins: Set<String>) -> [DeclarationError] {
      let project = plugin.effect.project
      var errors = uri("the URI '\(project.uri)' of the project", project.uri).map { [$0] } ?? []
      if !isURI(project.license) { errors.append("the license '\(project.license)' of the project is not a URI") }
      if plugins.contains(project.uri) {
        errors.append("the URI '\(project.uri)' of the project is that of a plug-in; a project needs a URI of its own")
      }
      return errors.map { DeclarationError($0, at: project.location) }
    }

    private static func uri(_ title: String, _ uri: String) -> String? {
      if uri.isRelativeURI { return "\(title) has no scheme; build with lv2-bundle --url PREFIX, or add a scheme" }
      return isURI(uri) ? nil : "\(title) has an invalid scheme, or a character that a URI cannot contain"
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
    fileprivate func error(_ text: String, _ title: String = "control") -> DeclarationError {
      DeclarationError("\(title) '\(symbol)': \(text)", at: location)
    }
  }
#endif
