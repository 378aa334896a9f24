#if !hasFeature(Embedded)
  /// The rules for declarations that the compiler cannot check.
  enum DeclarationErrors {
    /// One line for each violation, with the URI of the plug-in and the declaration; empty if there is none.
    static func all(in plugins: [PluginDocument]) -> [String] {
      var uris: Set<String> = []
      var files: [String: String] = [:]
      return plugins.flatMap { plugin in
        var errors = ports(plugin) + presets(plugin)
        if !isURI(plugin.uri) { errors.append("the URI has no scheme, or a character that a URI cannot contain") }
        if !uris.insert(plugin.uri).inserted { errors.append("another plug-in of the library has the same URI") }
        if !isFileName(plugin.effect.file) {
          errors.append("the file name '\(plugin.effect.file)' is not lower-case letters, digits and hyphens")
        }
        if files.updateValue(plugin.effect.name, forKey: plugin.effect.file) ?? plugin.effect.name != plugin.effect.name
        {
          errors.append("another effect has the file name '\(plugin.effect.file)'")
        }
        let project = plugin.effect.project
        for uri in [project.uri, project.license] where !isURI(uri) {
          errors.append("'\(uri)' of the project is not a URI")
        }
        return errors.map { "\(plugin.uri): \($0)" }
      }
    }

    private static func ports(_ plugin: PluginDocument) -> [String] {
      var errors: [String] = []
      if plugin.controls.count > Limits.controlCount {
        errors.append("\(plugin.controls.count) controls are declared; the limit is \(Limits.controlCount)")
      }
      var symbols: Set = ["enabled", "in", "out", "in_left", "in_right", "out_left", "out_right"]
      var outputs = 0
      for port in plugin.controls {
        let name = "control '\(port.symbol)'"
        if port.direction == .output {
          outputs += 1
        } else if outputs > 0 {
          errors.append("\(name) is an input after an output; declare all inputs before the outputs")
        }
        if !isSymbol("\(port.symbol)") { errors.append("\(name): the symbol is not a C identifier") }
        if !symbols.insert("\(port.symbol)").inserted { errors.append("\(name): another port has this symbol") }
        if !(port.minimum < port.maximum && port.minimum.isFinite && port.maximum.isFinite) {
          errors.append("\(name): the range is empty or infinite")
        } else if port.sanitized(port.initial) != port.initial {
          errors.append("\(name): the initial value \(port.initial) is outside the range or no step")
        }
        switch port.scale {
        case .logarithmic where port.minimum <= 0: errors.append("\(name): a logarithmic range begins above 0")
        case .steps(let step) where !(step > 0): errors.append("\(name): the step is not above 0")
        default: break
        }
      }
      return errors
    }

    private static func presets(_ plugin: PluginDocument) -> [String] {
      let inputs = plugin.controls.filter { $0.direction == .input }
      var names: Set<String> = []
      return plugin.effect.presets.flatMap { preset -> [String] in
        let name = "preset '\(preset.name)'"
        var errors = names.insert(preset.name).inserted ? [] : ["\(name): another preset has this name"]
        if preset.values.count != inputs.count {
          errors.append("\(name) has \(preset.values.count) values; the effect has \(inputs.count) control inputs")
        }
        for (port, value) in zip(inputs, preset.values) where port.sanitized(value) != value {
          errors.append("\(name): the value \(value) of '\(port.symbol)' is outside the range or no step")
        }
        return errors
      }
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
#endif
