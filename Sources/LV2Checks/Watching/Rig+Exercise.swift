import LV2Host

extension Rig {
  /// Plays what an ordinary session brings: noise in long and odd blocks, every control at its ends, all controls
  /// at once at random, and silence. Between 60 and 260 blocks. The rig must be active.
  ///
  /// - Parameter after: called after each block.
  func exercise(_ context: PluginContext, for check: CheckID, after: () -> Void = {}) {
    var generator = context.generator(for: check)
    let noise = Signal.noise(amplitude: 0.5, seed: context.seed)
    let length = configuration.maximumBlockLength
    let controls = plugin.ports(.control, .input)
    var frame = 0
    func play(_ signal: Signal, blocks: Int, cut: Cut, lengths: Int) {
      self.play(signal, frames: lengths, from: frame, cut: cut, after: { _, _ in after() })
      frame += lengths
    }
    play(noise, blocks: 20, cut: .longest, lengths: 20 * length)
    let odd = [1, 2, 3, 5, 17, 64]
    play(noise, blocks: 24, cut: .cycle(odd), lengths: 4 * odd.reduce(0, +))
    for port in controls.prefix(64) {
      guard let range = port.range(rate: setup.rate) else { continue }
      for value in [range.upperBound, range.lowerBound, port.initialValue(rate: setup.rate)] {
        self[control: port.index] = value
        play(noise, blocks: 1, cut: .longest, lengths: min(length, 64))
      }
    }
    for _ in 0..<8 {
      for port in controls {
        guard let range = port.range(rate: setup.rate) else { continue }
        self[control: port.index] = port.value(at: generator.unit(), in: range)
      }
      play(noise, blocks: 1, cut: .longest, lengths: length)
    }
    for port in controls { self[control: port.index] = port.initialValue(rate: setup.rate) }
    play(.silence, blocks: 8, cut: .longest, lengths: 8 * length)
  }
}

extension PortDescription {
  /// The value a part of the way through `range`, rounded where the port holds integers or switches.
  ///
  /// - Parameter part: from 0, the lower bound, to 1, the upper one.
  func value(at part: Float, in range: ClosedRange<Float>) -> Float {
    let value = range.lowerBound + part * (range.upperBound - range.lowerBound)
    return isToggled || isInteger || isEnumeration ? value.rounded() : value
  }
}
