import LV2Host

extension InstanceUnderTest {
  /// Plays `signal` into all audio and CV inputs and records all audio and CV outputs.
  ///
  /// A MIDI input receives a note-on at the first frame. The instance must be active.
  ///
  /// - Parameters:
  ///   - frames: the least number of frames; rounded up to whole blocks if the block length is fixed.
  ///   - start: the first frame of the signal, so that one call can continue another.
  ///   - blocks: the lengths of successive blocks in turn, each clamped to what the plug-in's features allow.
  ///   - noteEnd: the frame of the note-off, counted from `start`; `frames / 2` if nil.
  ///   - before: called before each block with its first frame; can move controls.
  ///   - after: called after each block with its first frame and its length.
  @discardableResult
  package func play(
    _ signal: Signal, frames: Int, from start: Int = 0, blocks: [Int] = [.max], noteEnd: Int? = nil,
    before: (Int) -> Void = { _ in }, after: (Int, Int) -> Void = { _, _ in }
  ) -> Recording {
    var recording = Recording(of: audioOutputs)
    for index in recording.channels.indices { recording.channels[index].reserveCapacity(frames) }
    var frame = start
    var block = 0
    while frame < start + frames {
      let length = blockLength(block, remaining: start + frames - frame, blocks)
      before(frame)
      fill(signal, from: frame, count: length)
      prepareAtoms()
      playNote(at: frame - start, until: noteEnd ?? frames / 2, length: length)
      run(length)
      append(length, to: &recording)
      after(frame, length)
      frame += length
      block += 1
    }
    return recording
  }

  /// Plays like `play`, with every second block in the memory of `other`.
  ///
  /// In the memory that the ports are connected to, all controls have their defaults; in the other memory they have other
  /// values.
  package func play(_ signal: Signal, frames: Int, alternatingWith other: InstanceUnderTest) -> Recording {
    var recording = Recording(of: audioOutputs)
    let length = configuration.maximumBlockLength
    for (block, frame) in stride(from: 0, to: frames, by: length).enumerated() {
      let (connected, unused) = block % 2 == 0 ? (self, other) : (other, self)
      connected.setDefaults()
      for port in plugin.ports { connect(port.index, to: connected.memory(port.index)) }
      unused.setNonDefaults()
      connected.fill(signal, from: frame, count: length)
      connected.prepareAtoms()
      connected.playNote(at: frame, until: frames / 2, length: length)
      run(length)
      connected.append(min(length, frames - frame), to: &recording)
    }
    connectAll()
    return recording
  }

  /// Plays blocks of `signal` in which every `step`th sample of each audio and CV input is `value`; records nothing.
  package func play(_ signal: Signal, replacingEvery step: Int, with value: Float, blocks: Int) {
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

  /// Plays `signal` in the longest blocks and records nothing: for durations too long to keep in memory.
  ///
  /// No note is played. The instance must be active.
  ///
  /// - Parameters:
  ///   - frames: the least number of frames; rounded up to whole blocks.
  ///   - start: the first frame of the signal.
  ///   - body: called after each block with its first frame and its length; returns whether to continue.
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

  // MARK: Inputs

  /// Writes `count` frames of the signal to the audio and CV inputs. In noise, CV inputs also receive gates.
  package func fill(_ signal: Signal, from frame: Int, count: Int) {
    for (rank, port) in audioInputs.enumerated() {
      guard let samples = samples(port.index) else { continue }
      let channel = setup.signalChannels.isEmpty ? rank : setup.signalChannels[rank]
      let block = UnsafeMutableBufferPointer(start: samples, count: count)
      let isEqual = setup.hasEqualInputs && port.kind == .audio
      signal.write(to: block, from: frame, channel: isEqual ? 0 : channel, rate: setup.rate)
      if port.kind == .cv {
        if case .noise = signal { Gates.open(in: block, from: frame, channel: channel, rate: setup.rate) }
        port.scaleToRange(block, rate: setup.rate)
      }
    }
  }

  /// Appends the note-on and the note-off of one note to the MIDI input, if they are in this block.
  package func playNote(at frame: Int, until end: Int, length: Int) {
    if frame == 0 { sendMIDI([0x90, 60, 100]) }
    if (frame..<frame + length).contains(end) { sendMIDI([0x80, 60, 64], at: end - frame) }
  }

  /// The length of a block in frames.
  ///
  /// - Parameters:
  ///   - remaining: the number of frames that are still to be played.
  ///   - lengths: the lengths of successive blocks in turn; the longest permitted length if empty.
  package func blockLength(_ block: Int, remaining: Int, _ lengths: [Int]) -> Int {
    let longest = configuration.maximumBlockLength
    guard !configuration.isFixedBlockLength else { return longest }
    let length = lengths.isEmpty ? longest : lengths[block % lengths.count]
    return min(max(length, 1), longest, remaining)
  }

  // MARK: Outputs

  /// Writes a value to every sample of the audio and CV outputs.
  package func fillOutputs(_ value: Float) {
    for port in audioOutputs { samples(port.index)?.update(repeating: value, count: configuration.maximumBlockLength) }
  }

  /// The first output sample of the last block that is NaN or infinite. Its frame is counted within the block.
  package func firstNonfinite(in length: Int) -> Recording.Place? { firstOutput(in: length) { !$0.isFinite } }

  /// The first denormal output sample of the last block. Its frame is counted within the block.
  package func firstDenormal(in length: Int) -> Recording.Place? { firstOutput(in: length) { $0.isSubnormal } }

  /// The first output sample of the last block that satisfies `predicate`. Its frame is counted within the block.
  @inline(__always)
  package func firstOutput(in length: Int, where predicate: (Float) -> Bool) -> Recording.Place? {
    for index in audioOutputs.indices {
      let port = audioOutputs[index].index
      guard let samples = samples(port) else { continue }
      if let frame = (0..<length).first(where: { predicate(samples[$0]) }) {
        return Recording.Place(port: port, frame: frame, value: samples[frame])
      }
    }
    return nil
  }

  /// The largest magnitude in the last block of some outputs; NaN counts as infinite.
  package func outputPeak(in length: Int, of ports: [PortDescription]) -> Float {
    ports.reduce(0) { peak, port in
      guard let samples = samples(port.index) else { return peak }
      return max(peak, UnsafeBufferPointer(start: samples, count: length).peak)
    }
  }

  /// Appends the first `count` frames that the plug-in wrote. Some may be in the buffers of the inputs.
  package func append(_ count: Int, to recording: inout Recording) {
    for index in audioOutputs.indices {
      let port = audioOutputs[index].index
      guard let samples = samples(sharedPorts[port] ?? port) else { continue }
      recording.channels[index].append(contentsOf: UnsafeBufferPointer(start: samples, count: count))
    }
  }
}

extension PortDescription {
  /// Scales a signal between -1 and 1 to the range of a CV port: 0 becomes the default, and no sample exceeds the range.
  ///
  /// A port without a range receives the signal unchanged.
  fileprivate func scaleToRange(_ samples: UnsafeMutableBufferPointer<Float>, rate: Double) {
    guard let range = range(rate: rate) else { return }
    let center = initialValue(rate: rate)
    let (down, up) = (center - range.lowerBound, range.upperBound - center)
    for index in samples.indices {
      let sample = samples[index]
      samples[index] = center + sample * (sample < 0 ? down : up)
    }
  }
}
