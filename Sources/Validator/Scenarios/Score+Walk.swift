import Glibc
import LV2Host
import Support
import TestHost

/// A session in which controls, keys, pedals, the transport, parameters and presets change at random, together.
extension Score {
  /// What a walk moves.
  package struct Movable {
    let controls: [(port: PortDescription, range: ClosedRange<Float>)]
    /// Of the instance, in hertz.
    let rate: Double
    let parameters: [WritableParameter]
    /// Whether the plug-in receives MIDI, and the position of the transport.
    let (hasKeys, hasTransport): (Bool, Bool)
    /// Whether something else than a control moves.
    package var hasEvents: Bool { hasKeys || hasTransport || !parameters.isEmpty }
    /// The value of parameters that are paths.
    let file: String
    /// The URIs of the presets that are loaded.
    let presets: [String]

    /// - Parameters:
    ///   - rate: of the instance, in hertz.
    ///   - file: a sound.
    package init(_ context: PluginContext, rate: Double, file: String, presets: [String] = []) {
      controls = context.plugin.movableControls.compactMap { port in
        port.range(rate: rate).flatMap { $0.lowerBound < $0.upperBound ? (port, $0) : nil }
      }
      parameters = WritableParameter.all(of: context)
      self.rate = rate
      hasKeys = context.plugin.midiInput != nil
      hasTransport = context.plugin.ports.contains { $0.isInput && $0.supports.contains(URI.Time.position) }
      self.file = file
      self.presets = presets
    }
  }

  /// In seconds: a walk with a plug-in that is fast enough, one with a slow plug-in, and the processor time of a long and of a short one.
  private static let (longest, short, budget, most) = (20.0, 3.0, 0.25, 0.5)

  /// The duration of a walk, in seconds, which the processor time of the plug-in limits.
  package static func walkDuration(_ context: PluginContext) -> Double {
    var duration = longest
    while duration > short, context.load * duration > budget { duration /= 2 }
    return min(max(short, context.reduced(duration)), most / max(context.load, .leastNormalMagnitude))
  }

  /// In seconds: the longest time without a move, and the time in which the same controls move.
  private static let (longestStep, phase): (Float, Double) = (1, 5)
  /// The controllers of music: modulation, breath, volume, pan, expression, sustain, portamento, sostenuto, soft, brightness.
  private static let controllers: [UInt8] = [1, 2, 7, 10, 11, 64, 65, 66, 67, 74]

  /// Writes a walk of a duration in seconds. At its end, all keys are released and all pedals up, and the transport stops.
  ///
  /// It consists of phases of 5 s. At the start of a phase, some or all controls get random values. In it, up to two of them
  /// move: a recording that a moved control clears is full in some phases only.
  package mutating func walk(_ seconds: Double, moving movable: Movable) {
    let end = length + Int(seconds * rate)
    var held: [(key: UInt8, channel: UInt8)] = []
    while length < end {
      let all = chance(0.5)
      for control in movable.controls where all || chance(0.3) { move(control) }
      // A preset would hide other random values if it came more often.
      if !movable.presets.isEmpty, chance(0.5), let preset = movable.presets.randomElement(using: &generator) {
        load(preset: preset)
      }
      let moving = (0..<Int.random(in: 0...2, using: &generator)).compactMap { _ in draw(movable.controls) }
      let phaseEnd = min(end, length + Int(Self.phase * rate))
      while length < phaseEnd {
        for control in moving where chance(0.5) { move(control) }
        if movable.hasKeys { playKeys(&held) }
        if movable.hasTransport, chance(0.2) { moveTransport() }
        if chance(0.3) { moveParameter(movable) }
        // Short and long steps are equally frequent.
        let blocks = max(1, Double(Self.longestStep) * rate / Double(block))
        rest(blocks: Int(pow(Float(blocks), generator.unit())))
      }
    }
    for key in held { noteOff(key.key, channel: key.channel) }
    for controller in [64, 66] as [UInt8] where movable.hasKeys {
      for channel in UInt8(0)..<4 { send([0xB0 | channel, controller, 0]) }
    }
    if movable.hasTransport { stop() }
    rest()
  }

  private mutating func chance(_ probability: Float) -> Bool { generator.unit() < probability }

  /// Half of the values are ends of the range.
  private mutating func move(_ control: (port: PortDescription, range: ClosedRange<Float>)) {
    let (port, range) = control
    if port.isDesignated(URI.Core.enabled) {
      // A bypass is rare, because nothing else is heard then.
      self.control(port.symbol, chance(0.9) ? 1 : 0)
    } else if chance(0.5) {
      self.control(port.symbol, chance(0.5) ? range.upperBound : range.lowerBound)
    } else {
      self.control(port.symbol, port.randomValue(in: range, &generator))
    }
  }

  /// A control; in half of the cases a switch, if there is one.
  private mutating func draw(
    _ controls: [(port: PortDescription, range: ClosedRange<Float>)]
  ) -> (port: PortDescription, range: ClosedRange<Float>)? {
    let switches = controls.filter(\.port.isSwitch)
    return (chance(0.5) && !switches.isEmpty ? switches : controls).randomElement(using: &generator)
  }

  /// Presses and releases keys on four channels, of which up to ten are held, and sends pedals, bends and pressure.
  private mutating func playKeys(_ held: inout [(key: UInt8, channel: UInt8)]) {
    if held.count < 10, chance(0.6) {
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let extremes: [UInt8] = [0, 127]
        let key = chance(0.1) ? extremes[chance(0.5) ? 0 : 1] : UInt8.random(in: 24...108, using: &generator)
        let channel = chance(0.7) ? 0 : UInt8.random(in: 0...3, using: &generator)
        guard !held.contains(where: { $0 == (key, channel) }) else { continue }
        noteOn(key, channel: channel, velocity: UInt8.random(in: 1...127, using: &generator))
        held.append((key, channel))
      }
    }
    while !held.isEmpty, chance(0.5) {
      let note = held.remove(at: Int.random(in: held.indices, using: &generator))
      noteOff(note.key, channel: note.channel)
    }
    let (channel, value) = (UInt8(chance(0.8) ? 0 : 1), UInt8.random(in: 0...127, using: &generator))
    if chance(0.3), let controller = Self.controllers.randomElement(using: &generator) {
      send([0xB0 | channel, controller, value])
    }
    if chance(0.2) { send([0xE0 | channel, 0, value]) }
    if chance(0.1) { send([0xD0 | channel, value]) }
  }

  /// Lets the transport roll from a random beat at 20 to 320 beats per minute, also inside of a block, or stops it.
  private mutating func moveTransport() {
    if chance(0.2) { return stop() }
    roll(
      from: Double(generator.unit() * (chance(0.5) ? 16 : 2000)), tempo: 20 * pow(2, 4 * generator.unit()),
      beatsPerBar: Float(Int.random(in: 2...7, using: &generator)), beatUnit: chance(0.7) ? 4 : 8,
      at: chance(0.5) ? 0 : Int.random(in: 0..<block, using: &generator))
  }

  private mutating func moveParameter(_ movable: Movable) {
    guard let parameter = movable.parameters.randomElement(using: &generator),
      let value = parameter.value(at: Double(generator.unit()), file: movable.file)
    else { return }
    set(parameter: parameter.uri, type: parameter.type, to: value)
  }
}

extension Scenario.Passage {
  /// A walk during noise.
  ///
  /// - Parameters:
  ///   - block: the longest length of a block, in frames, with a multiple of which moves begin.
  ///   - blocks: the lengths of successive blocks in turn, in frames; the longest permitted length if empty.
  ///   - seconds: the duration; nil for the one that the processor time of the plug-in permits.
  package static func walk(
    _ context: PluginContext, moving movable: Score.Movable, block: Int, blocks: [Int] = [], seconds: Double? = nil,
    generator: SplitMix64
  ) -> Self {
    var score = Score(rate: movable.rate, block: block, generator: generator)
    score.walk(seconds ?? Score.walkDuration(context), moving: movable)
    return Self(context.noise, frames: score.length, blocks: blocks, score: score.sorted)
  }
}
