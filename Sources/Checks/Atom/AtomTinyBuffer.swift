import CProbe
import LV2Host
import Support
import TestHost
import ValidationModel

enum AtomTinyBuffer: PluginCheck {
  static let id: CheckID = "atom.tiny-buffer"
  static let text = CheckText(
    asserts: "An atom output with hardly any room is not written beyond its end.",
    rule: "The size of the atom:Chunk that the plug-in finds in an output is all the room there is",
    source: "atom.meta.ttl: atom:AtomPort; resize-port: rsz:minimumSize",
    method: """
      Plays noise, MIDI, the transport and parameters into a plug-in whose atom outputs have 16, 24, 40, 64, 128 and 512 \
      bytes, but at least rsz:minimumSize, and end at an inaccessible page. What is written must also be a sound \
      sequence, or nothing; one that ends within an event is a warning, since nothing is overwritten.
      """,
    remedy: "Write with the forge of lv2/atom/forge.h, give it the chunk's size, and look for room for the whole event "
      + "first: time, head and body are forged, and can fail, one by one.",
    severities: [.error, .warning])

  /// In bytes: an empty sequence, and no room for an event; one event; and so on.
  private static let sizes = [16, 24, 40, 64, 128, 512]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.sequencePorts(.output)
    guard !ports.isEmpty else { return .skipped("it has no atom output for sequences") }
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    var findings: [Finding] = []
    for size in sizes where !findings.contains(where: { $0.severity == .error }) {
      CrashRecord.note(activity: "atom outputs of \(size) bytes")
      let found = try self.findings(size: size, ports, context, file: file)
      if findings.isEmpty || found.contains(where: { $0.severity == .error }) { findings = found }
    }
    return .findings(findings)
  }

  private static func findings(
    size: Int, _ ports: [PortDescription], _ context: PluginContext, file: String
  ) throws(HostError) -> [Finding] {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    var outputs: [GuardedSequence] = []
    func bytes(_ port: Int) -> Int { outputs.first { $0.port.index == port }?.sequence.capacity ?? size }
    for port in ports {
      let capacity = (max(size, port.minimumSize ?? 0) + 7) & ~7
      outputs.append(try GuardedSequence(port, capacity: capacity, access: .readWrite))
    }
    probe_event_reset()
    instance.activate()
    instance.watch = .buffers
    for output in outputs {
      output.sequence.prepareForOutput()
      instance.connect(output.port.index, to: output.data)
    }
    var broken: (port: PortDescription, text: String)?
    instance.randomizeState(context, for: id, file: file) {
      for output in outputs {
        let faults = output.sequence.faults(frames: instance.configuration.maximumBlockLength)
        if broken == nil, let fault = faults.first(where: { $0.kind == .incomplete }) {
          broken = (output.port, fault.text)
        }
        output.sequence.prepareForOutput()
        output.protect()
      }
    }
    let accesses = GuardedSequence.accesses()
    instance.watch = []
    let found = findings(
      of: accesses, in: "run()", context, severity: { _ in .error },
      message: { event in
        let port = Int(Int64(bitPattern: event.argument))
        let verb = event.kind == .bufferRead ? "reads" : "writes"
        return "It \(verb) beyond the \(bytes(port)) bytes of output \(context.name(port))"
      })
    guard found.isEmpty, let broken else { return found }
    return [
      finding(
        .warning,
        "In \(bytes(broken.port.index)) bytes, the sequence of output '\(broken.port.symbol)' \(broken.text).",
        call: "run()", seed: context.seed)
    ]
  }
}
