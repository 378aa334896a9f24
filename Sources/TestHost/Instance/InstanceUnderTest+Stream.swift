import LV2Host

extension InstanceUnderTest {
  /// Plays `signal` in the longest blocks there are and keeps nothing: for stretches too long to record.
  ///
  /// No note is played. The instance must be active.
  ///
  /// - Parameters:
  ///   - frames: the least number of frames; rounded up to whole blocks.
  ///   - start: the signal's frame at which to begin.
  ///   - body: called after each block with its first frame and its length; says whether to go on.
  package func stream(_ signal: Signal, frames: Int, from start: Int = 0, _ body: (Int, Int) -> Bool) {
    let length = configuration.maximumBlockLength
    var frame = start
    while frame < start + frames {
      fill(signal, from: frame, count: length)
      prepareAtoms()
      run(length)
      guard body(frame, length) else { return }
      frame += length
    }
  }

  /// The first of the last block's output samples that satisfies `predicate`, its frame counted within the block.
  @inline(__always)
  package func firstOutput(in length: Int, where predicate: (Float) -> Bool) -> Recording.Place? {
    for port in audioOutputs {
      guard let samples = samples(port.index) else { continue }
      if let frame = (0..<length).first(where: { predicate(samples[$0]) }) {
        return Recording.Place(port: port.index, frame: frame, value: samples[frame])
      }
    }
    return nil
  }

  /// The largest magnitude in the last block of some outputs; NaN counts as infinite.
  package func outputPeak(in length: Int, of ports: [PortDescription]) -> Float {
    ports.reduce(0) { peak, port in
      guard let samples = samples(port.index) else { return peak }
      return UnsafeBufferPointer(start: samples, count: length).reduce(peak) {
        $1.isNaN ? .infinity : max($0, abs($1))
      }
    }
  }

  /// Deactivates and activates: the instance is to be as new.
  package func reset() {
    deactivate()
    activate()
  }

  /// Sets every control input to its default.
  package func setDefaults() {
    for port in plugin.ports(.control, .input) { self[control: port.index] = port.initialValue(rate: setup.rate) }
  }

  /// Sets every control input to a value that is not its default: the end of its range farther from it, or 1 more where it
  /// has none.
  package func setOthers() {
    for port in plugin.ports(.control, .input) {
      let value = port.initialValue(rate: setup.rate)
      guard let range = port.range(rate: setup.rate) else {
        self[control: port.index] = value + 1
        continue
      }
      let isNearLower = value - range.lowerBound < range.upperBound - value
      self[control: port.index] = isNearLower ? range.upperBound : range.lowerBound
    }
  }
}
