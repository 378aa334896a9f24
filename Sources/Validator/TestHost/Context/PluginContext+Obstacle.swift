import Glibc
import LV2Host
import Model

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
    CrashRecord.note(activity: "")
    do {
      let instance = try InstanceUnderTest(self, InstanceSetup(self))
      instance.activate()
      instance.play(.silence, frames: blockLength)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The number of blocks of a measurement of the load, and of measurements: other programs only make one longer.
  private static let (measuredBlocks, measurements) = (16, 3)

  /// The processor time of the plug-in and its host, divided by the duration of the sound: 1 is the limit of real time.
  package func measuredLoad() throws(HostError) -> Double {
    CrashRecord.note(activity: "measuring the speed of the plug-in")
    let instance = try InstanceUnderTest(self, InstanceSetup(self))
    instance.activate()
    instance.play(noise, frames: blockLength)
    var least = Double.infinity
    for _ in 0..<Self.measurements {
      let start = clock()
      let frames = instance.play(noise, frames: Self.measuredBlocks * blockLength).count
      guard frames > 0 else { return 0 }
      least = min(least, Double(clock() - start) / Double(CLOCKS_PER_SEC) * rate / Double(frames))
    }
    return least
  }
}
