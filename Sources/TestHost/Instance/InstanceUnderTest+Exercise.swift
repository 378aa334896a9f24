import Support
import LV2Host
import ValidationModel

extension InstanceUnderTest {
  /// Plays what a session brings: noise in blocks of the run's length and of odd ones, every control at its ends and at
  /// each of its choices, all controls at once at random, noise above full scale in long blocks, silence, and what
  /// `stir` sends. Between 100 and 310 blocks where no control has choices. The instance must be active;
  /// `InstanceSetup.ofLongBlocks` lets blocks be long.
  ///
  /// - Parameter after: called after each block.
  /// - Throws: what `TemporaryFolder` throws.
  package func exercise(_ context: PluginContext, for check: CheckID, after: () -> Void = {}) throws {
    CrashRecord.note(activity: "as \(check.rawValue) exercises it")
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    var generator = context.generator(for: check)
    let noise = Signal.noise(amplitude: 0.5, seed: context.seed)
    let loud = Signal.noise(amplitude: 2, seed: context.seed)
    let length = min(context.blockLength, configuration.maximumBlockLength)
    var frame = 0
    func play(_ signal: Signal, blocks: [Int], times: Int = 1) {
      let frames = times * blocks.reduce(0, +)
      self.play(signal, frames: frames, from: frame, cut: .cycle(blocks), after: { _, _ in after() })
      frame += frames
    }
    play(noise, blocks: [length], times: 20)
    play(noise, blocks: [1, 2, 3, 5, 17, 64], times: 4)
    for port in plugin.movableControls.prefix(64) {
      guard let range = port.range(rate: setup.rate) else { continue }
      for value in port.tellingValues(in: range).reversed() + [port.initialValue(rate: setup.rate)] {
        self[control: port.index] = value
        play(loud, blocks: [min(length, 64)])
      }
    }
    for _ in 0..<8 {
      scatterControls(&generator)
      play(noise, blocks: [length])
    }
    setDefaults()
    play(loud, blocks: [1024, InstanceSetup.longBlock])
    play(.silence, blocks: [length], times: 8)
    stir(context, for: check, file: file, after: after)
  }

  /// Moves every control to a place in its range that `generator` draws.
  package func scatterControls(_ generator: inout SplitMix64) {
    for port in plugin.movableControls {
      guard let range = port.range(rate: setup.rate) else { continue }
      self[control: port.index] = port.value(at: generator.unit(), in: range)
    }
  }
}

extension PluginDescription {
  /// The control inputs that move while a host keeps time: lv2:freeWheeling allows what real time does not.
  package var movableControls: [PortDescription] {
    ports(.control, .input).filter { !$0.isDesignated(URI.Core.freeWheeling) }
  }
}

extension PortDescription {
  /// The value a part of the way through `range`, rounded where the port holds integers or switches.
  ///
  /// - Parameter part: from 0, the lower bound, to 1, the upper one.
  package func value(at part: Float, in range: ClosedRange<Float>) -> Float {
    let value = range.lowerBound + part * (range.upperBound - range.lowerBound)
    return isToggled || isInteger || isEnumeration ? value.rounded() : value
  }
}
