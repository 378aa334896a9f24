import LV2Kit

/// Multiplies each channel and the sidechain of the same number by a smoothed gain.
struct Gain: Effect {
  enum Port: Int, ControlSet {
    case gain
    var declaration: ControlPort {
      .input("gain", "Gain", 0...4, initial: 1, smoothing: .milliseconds(20), comment: "The gain.")
    }
  }

  init(_ setup: Setup) {}
  mutating func reset() {}
  mutating func run(_ block: Block<Port>) {
    let gain = block.ramp(.gain)
    for channel in 0..<block.layout.outputs {
      let input = block.input(block.layout.dryInput(ofOutput: channel) ?? 0)
      for frame in 0..<block.frames {
        var value = gain[frame] * input[frame]
        if block.layout.sidechains > 0 { value *= block.sidechain(0)[frame] }
        block.output(channel)[frame] = value
      }
    }
  }
}

/// Adds a CV input to each frame of a constant, and writes the doubled sum to a CV output.
struct Offset: Effect {
  enum Port: Int, ControlSet {
    case peak, offset, double
    var declaration: ControlPort {
      switch self {
      case .peak: .output("peak", "Peak", 0...100, comment: "The largest output.")
      case .offset: .cvInput("offset", "Offset", -1...1, initial: 0.25, comment: "The offset.")
      case .double: .cvOutput("double", "Double", -10...10, comment: "The doubled output.")
      }
    }
  }

  private var peak: Float = 0

  init(_ setup: Setup) {}
  mutating func reset() { peak = 0 }
  mutating func run(_ block: Block<Port>) {
    for frame in 0..<block.frames {
      let sum = block.input(0)[frame] + block.cv(.offset)[frame]
      block.output(0)[frame] = sum
      block.cvOutput(.double)[frame] = 2 * sum
      peak = max(peak, sum)
    }
  }
  mutating func writeOutputs(to controls: Controls<Port>) { controls.set(.peak, to: peak) }
}

/// Delays the input by its latency.
struct Lookahead: Effect {
  static let frames = 100
  static var reportsLatency: Bool { true }
  var latency: Int { Self.frames }

  private var past = [Float](repeating: 0, count: Self.frames)
  private var index = 0

  init(_ setup: Setup) {}
  mutating func reset() {
    for index in past.indices { past[index] = 0 }
  }
  mutating func run(_ block: Block<NoControls>) {
    for frame in 0..<block.frames {
      let sample = block.input(0)[frame]
      block.output(0)[frame] = past[index]
      past[index] = sample
      index = (index + 1) % Self.frames
    }
  }
}

/// Outputs the note number while a note sounds, and answers each note with the note an octave above.
struct Notes: Effect {
  static var events: EventKinds { EventKinds(midiInput: true, midiOutput: true) }

  private var level: Float = 0

  init(_ setup: Setup) {}
  mutating func reset() { level = 0 }
  mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    switch event.midi {
    case .noteOn(let channel, let note, let velocity):
      level = Float(note)
      output.send(.noteOn(channel: channel, note: note + 12, velocity: velocity), at: frame)
    case .noteOff: level = 0
    default: break
    }
  }
  mutating func run(_ block: Block<NoControls>) {
    for frame in 0..<block.frames { block.output(0)[frame] = level }
  }
}

/// Outputs the beat in the bar at each frame.
struct Beats: Effect {
  static var events: EventKinds { EventKinds(time: true) }

  private let rate: Double

  init(_ setup: Setup) { rate = setup.rate }
  mutating func reset() {}
  mutating func run(_ block: Block<NoControls>) {
    let transport = block.transport
    for frame in 0..<block.frames {
      let beats = transport.speed * Double(frame) * transport.beatsPerMinute / (60 * rate)
      let bars = Double(transport.bar) + (transport.barBeat + beats) / transport.beatsPerBar
      block.output(0)[frame] = Float(bars)
    }
  }
}

/// Selects one of two inputs.
struct Switch: Effect {
  enum Source: Int, Choice {
    case left, right
    var label: StaticString { self == .left ? "Left" : "Right" }
  }

  enum Port: Int, ControlSet {
    case source, invert, count
    var declaration: ControlPort {
      switch self {
      case .source:
        .choice("source", "Source", of: Source.self, initial: .right, group: "Routing", comment: "The input.")
      case .invert:
        .toggle(
          "invert", "Invert", initial: false, properties: PortProperties(causesArtifacts: true), group: "Routing",
          comment: "Inverts the output.")
      case .count: .integer("count", "Count", 1...3, initial: 1, unit: .semitones, comment: "The factor.")
      }
    }
  }

  init(_ setup: Setup) {}
  mutating func reset() {}
  mutating func run(_ block: Block<Port>) {
    let input = block.input(block.choice(.source, as: Source.self).rawValue)
    for frame in 0..<block.frames {
      block.output(0)[frame] = (block[.invert] > 0 ? -1 : 1) * block[.count] * input[frame]
    }
  }
}

extension Gain { static var document: EffectDocument { .test } }
extension Offset { static var document: EffectDocument { .test } }
/// Delays the input by its latency, which a control sets.
struct ChangingLookahead: Effect {
  enum Port: Int, ControlSet {
    case frames
    var declaration: ControlPort { .integer("frames", "Frames", 0...200, initial: 100, comment: "The latency.") }
  }

  static var reportsLatency: Bool { true }
  private(set) var latency = 100
  let maximumLatency = 200
  private var past = [Float](repeating: 0, count: 201)
  private var index = 0

  init(_ setup: Setup) {}
  mutating func reset() {
    for index in past.indices { past[index] = 0 }
  }
  mutating func setTargets(from controls: Controls<Port>, immediately: Bool) { latency = Int(controls[.frames]) }
  mutating func run(_ block: Block<Port>) {
    for frame in 0..<block.frames {
      past[index] = block.input(0)[frame]
      block.output(0)[frame] = past[(index + past.count - latency) % past.count]
      index = (index + 1) % past.count
    }
  }
}

extension ChangingLookahead { static var document: EffectDocument { .test } }
extension Lookahead { static var document: EffectDocument { .test } }
extension Notes { static var document: EffectDocument { .test } }
extension Beats { static var document: EffectDocument { .test } }
extension Switch { static var document: EffectDocument { .test } }

extension EffectDocument {
  static var test: EffectDocument {
    EffectDocument(
      project: ProjectDocument(
        uri: "urn:test", name: "Test", summary: "Effects of the tests.", license: "urn:license", maintainer: "Test",
        version: (2, 0)),
      file: "test", name: "Test", pluginClass: .plugin, comment: "An effect of the tests.")
  }
}
