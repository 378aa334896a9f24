import LV2Host

extension InstanceUnderTest {
  /// How a stretch of time is cut into blocks.
  package enum Cut: Sendable {
    /// As long as the instance allows.
    case longest
    /// These lengths, again and again; each is clamped to what the plug-in's features allow.
    case cycle([Int])
  }

  /// Plays `signal` into all audio and CV inputs and records all audio and CV outputs.
  ///
  /// A plug-in with a MIDI input hears a note from the first frame on. The instance must be active.
  ///
  /// - Parameters:
  ///   - frames: the least number of frames to play; rounded up to whole blocks where their length is fixed.
  ///   - start: the signal's frame at which to begin, so that several calls can continue one another.
  ///   - noteEnd: how many frames the note lasts: half of them where nil.
  ///   - before: called before each block, with its first frame: for controls that move.
  ///   - after: called after each block, with its first frame and its length.
  @discardableResult
  package func play(
    _ signal: Signal, frames: Int, from start: Int = 0, cut: Cut = .longest, noteEnd: Int? = nil,
    before: (Int) -> Void = { _ in }, after: (Int, Int) -> Void = { _, _ in }
  ) -> Recording {
    var recording = Recording(
      ports: audioOutputs.map(\.index), channels: Array(repeating: [], count: audioOutputs.count))
    for index in recording.channels.indices { recording.channels[index].reserveCapacity(frames) }
    var frame = start
    var block = 0
    while frame < start + frames {
      let length = blockLength(block, remaining: start + frames - frame, cut)
      before(frame)
      fill(signal, from: frame, count: length)
      prepareAtoms()
      playNote(at: frame - start, until: noteEnd ?? frames / 2, length: length)
      run(length)
      for (index, port) in audioOutputs.enumerated() {
        guard let samples = recorded(port) else { continue }
        recording.channels[index].append(contentsOf: UnsafeBufferPointer(start: samples, count: length))
      }
      after(frame, length)
      frame += length
      block += 1
    }
    return recording
  }

  /// Puts `count` frames of the signal into the audio and CV inputs.
  package func fill(_ signal: Signal, from frame: Int, count: Int) {
    for (channel, port) in audioInputs.enumerated() {
      guard let samples = samples(port.index) else { continue }
      let block = UnsafeMutableBufferPointer(start: samples, count: count)
      signal.write(to: block, from: frame, channel: channel, rate: setup.rate)
      if port.kind == .cv { port.moveIntoRange(block, rate: setup.rate) }
    }
  }

  /// What a plug-in put out for a port: in place, an output's samples lie in the input's buffer.
  private func recorded(_ port: PortDescription) -> UnsafeMutablePointer<Float>? {
    guard setup.inPlace, port.kind == .audio else { return samples(port.index) }
    let rank = audioOutputs.filter { $0.kind == .audio }.firstIndex { $0.index == port.index } ?? 0
    let inputs = audioInputs.filter { $0.kind == .audio }
    return samples(rank < inputs.count ? inputs[rank].index : port.index)
  }

  /// Puts the beginning and the end of one note into the MIDI input where they fall into this block.
  package func playNote(at frame: Int, until end: Int, length: Int) {
    guard let midiInput, let atom = atom(midiInput) else { return }
    if frame == 0 { atom.sequence.append(midi: [0x90, 60, 100], frame: 0) }
    if (frame..<frame + length).contains(end) { atom.sequence.append(midi: [0x80, 60, 64], frame: Int64(end - frame)) }
  }

  private func blockLength(_ block: Int, remaining: Int, _ cut: Cut) -> Int {
    if configuration.isFixedBlockLength { return configuration.maximumBlockLength }
    switch cut {
    case .longest: return min(configuration.maximumBlockLength, remaining)
    case .cycle(let lengths):
      return min(max(lengths[block % lengths.count], 1), configuration.maximumBlockLength, remaining)
    }
  }
}

extension PortDescription {
  /// Stretches a signal between -1 and 1 to the port's range, with 0 at the default: a control voltage means something,
  /// and beyond its bounds nothing is promised. A port without a range takes the signal as it is.
  fileprivate func moveIntoRange(_ samples: UnsafeMutableBufferPointer<Float>, rate: Double) {
    guard let range = range(rate: rate) else { return }
    let rest = initialValue(rate: rate)
    let (down, up) = (rest - range.lowerBound, range.upperBound - rest)
    for index in samples.indices {
      let sample = samples[index]
      samples[index] = rest + sample * (sample < 0 ? down : up)
    }
  }
}

extension InstanceUnderTest {
  /// Plays like `play`, with every second block in the memory of `other`, to which the ports are connected for it.
  ///
  /// All controls are at their defaults where the ports are connected, and at other values where they are not.
  package func play(_ signal: Signal, frames: Int, alternatingWith other: InstanceUnderTest) -> Recording {
    var recording = Recording(
      ports: audioOutputs.map(\.index), channels: Array(repeating: [], count: audioOutputs.count))
    let length = configuration.maximumBlockLength
    for (block, frame) in stride(from: 0, to: frames, by: length).enumerated() {
      let (memory, idle) = block % 2 == 0 ? (self, other) : (other, self)
      memory.setDefaults()
      for port in plugin.ports { connect(port.index, to: memory.memory(port.index)) }
      idle.setOthers()
      memory.fill(signal, from: frame, count: length)
      memory.prepareAtoms()
      memory.playNote(at: frame, until: frames / 2, length: length)
      run(length)
      for (index, port) in audioOutputs.enumerated() {
        guard let samples = memory.samples(port.index) else { continue }
        recording.channels[index].append(
          contentsOf: UnsafeBufferPointer(start: samples, count: min(length, frames - frame)))
      }
    }
    connectAll()
    return recording
  }
}
