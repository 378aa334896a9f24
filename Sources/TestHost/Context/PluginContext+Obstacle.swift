import LV2Host

extension PluginContext {
  /// Why no instance can be run, as far as the description tells; nil where nothing stands against it.
  ///
  /// A port that the host cannot connect would be a NULL pointer to the plug-in, which would then rightly crash.
  package var obstacle: String? {
    if let obstacle = PortTurtle.obstacle(in: turtle) { return obstacle }
    // What lilv makes of the others depends on the order in which it happens to read them.
    if let missing = turtle.missing(of: plugin.uri).first {
      return "rdfs:seeAlso names \(missing), which is not there, see manifest.syntax"
    }
    guard plugin.ports.count == PortTurtle.ports(of: plugin.uri, in: turtle).count,
      plugin.ports.count == plugin.portCount
    else { return "not all of its ports are described soundly, see manifest.port-index" }
    let port = plugin.ports.first { port in
      let isConnectable =
        switch port.kind {
        case .audio, .control, .cv: port.direction != nil
        case .atom: port.direction != nil && port.takesSequence
        case .event, .unknown: false
        }
      return !isConnectable && !port.isConnectionOptional
    }
    guard let port else { return nil }
    let reason =
      port.kind == .event ? "needs the deprecated event extension" : "is of no type that this host can connect"
    return "its port '\(port.symbol)' \(reason)"
  }

  /// Tries whether the plug-in can be instantiated and run at all. Returns why not.
  package func attempt() -> String? {
    if let obstacle { return obstacle }
    CrashRecord.note(activity: "trying to run it")
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
