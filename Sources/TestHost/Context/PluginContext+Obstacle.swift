import LV2Host

extension PluginContext {
  /// Why the plug-in cannot be run, according to its description; nil if nothing prevents it.
  ///
  /// The host would leave a port that it cannot connect at NULL. A plug-in may crash on NULL at a port whose connection is
  /// not optional, so a run would prove nothing.
  package var obstacle: String? {
    if let problem = turtle.syntaxProblem { return problem }
    // lilv skips some of the other files then, depending on the order in which it reads them.
    if let file = turtle.missingFiles(of: plugin.uri).first {
      return "rdfs:seeAlso names \(file), which does not exist or cannot be read, see manifest.syntax"
    }
    guard plugin.ports.count == PortTurtle.ports(of: plugin.uri, in: turtle).count,
      plugin.ports.count == plugin.portCount
    else { return "lilv does not find all ports of the plug-in, see manifest.port-index" }
    let unconnectable = plugin.ports.first { port in
      let isSupported = port.hasSamples || port.kind == .control || port.supportsSequence
      return !(isSupported && port.direction != nil) && !port.isConnectionOptional
    }
    return unconnectable.map { port in
      let isEvent = port.kind == .event
      let reason = isEvent ? "requires the deprecated event extension" : "has a type that lv2val cannot connect"
      return "port '\(port.symbol)' \(reason)"
    }
  }

  /// Instantiates the plug-in and runs one block of silence. Returns why that is not possible, or nil if it is.
  package func attempt() -> String? {
    if let obstacle { return obstacle }
    CrashRecord.note(activity: "first instance")
    do {
      let instance = try InstanceUnderTest(self, InstanceSetup(self))
      instance.activate()
      instance.play(.silence, frames: blockLength)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
