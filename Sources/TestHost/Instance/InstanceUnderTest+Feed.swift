extension InstanceUnderTest {
  /// Runs blocks of `signal` in which every `step`th sample of each audio and CV input is `value`.
  package func feed(_ value: Float, every step: Int, into signal: Signal, blocks: Int) {
    let length = configuration.maximumBlockLength
    for block in 0..<blocks {
      fill(signal, from: block * length, count: length)
      for port in audioInputs {
        guard let samples = samples(port.index) else { continue }
        for frame in stride(from: 0, to: length, by: step) { samples[frame] = value }
      }
      prepareAtoms()
      run(length)
    }
  }
}
