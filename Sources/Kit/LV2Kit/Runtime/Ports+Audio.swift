// Buffers of any number of channels.
// SAFETY: the caller guarantees that all buffers have `frames` frames and, unless stated otherwise, that all main ports are
// connected.

extension Ports {
  // MARK: Direct processing

  /// Whether the effect can use the host's buffers: all inputs are finite and connected, and writing an output does not
  /// overwrite an input that is read later.
  ///
  /// It does not change the ports. For a call that is not mutating, the compiler would copy them to the stack in each block.
  @inline(__always)
  mutating func areUsable(_ buffers: AudioBuffers, _ frames: Int) -> Bool {
    switch bufferTest {
    case .mono: return areFinite(buffers.input(0), frames)
    case .stereo:
      return areFinite(buffers.input(0), buffers.input(1), frames)
        && !overlap(buffers.output(0), buffers.input(1), frames)
    case .general: return areAllUsable(buffers, frames)
    }
  }

  @inline(never)
  private mutating func areAllUsable(_ buffers: AudioBuffers, _ frames: Int) -> Bool {
    guard unconnectedCount == 0 else { return false }
    for input in 0..<map.inputCount {
      guard audio[input] != nil, areFinite(buffers.input(input), frames) else { return false }
    }
    for output in 0..<map.outputCount {
      guard audio[Limits.channelCount + output] != nil else { return false }
      for input in 0..<map.inputCount where !mayShare(output: output, input: input) {
        if overlap(buffers.output(output), buffers.input(input), frames) { return false }
      }
    }
    return true
  }

  /// Whether an effect works correctly if these ports have the same buffer.
  private func mayShare(output: Int, input: Int) -> Bool {
    output == input && map.layout.inputs == map.layout.outputs && input < map.layout.inputs
  }

  /// Clears each connected output.
  @inline(never)
  func silence(_ buffers: AudioBuffers, _ frames: Int) {
    for output in 0..<map.outputCount where audio[Limits.channelCount + output] != nil {
      fill(buffers.output(output), with: 0, frames)
    }
  }

  // MARK: Bypass

  /// Copies each output's dry input bit for bit, delayed by the latency of the effect, and clears outputs without one.
  @inline(never)
  func copyDry(_ buffers: AudioBuffers, _ frames: Int, delay: UnsafeMutablePointer<DryDelay>?) {
    if delay == nil && map.isPlain && (map.layout.inputs == 1 || !overlap(buffers.output(0), buffers.input(1), frames))
    {
      for channel in 0..<map.layout.inputs { copy(buffers.input(channel), to: buffers.output(channel), frames) }
    } else {
      copyDryInChunks(buffers, frames, delay: delay)
    }
  }

  /// Any output may share memory with any input, so each chunk of all inputs is read before an output is written.
  @inline(never)
  private func copyDryInChunks(_ buffers: AudioBuffers, _ frames: Int, delay: UnsafeMutablePointer<DryDelay>?) {
    var start = 0
    while start < frames {
      let count = min(Limits.chunkFrames, frames - start)
      let part = buffers.advanced(by: start)
      for input in 0..<map.layout.inputs {
        copy(part.input(input), to: dry(input), count)
      }
      delay?.pointee.delay(self, count, isBypassed: true)
      for output in 0..<map.outputCount where audio[Limits.channelCount + output] != nil {
        if let input = dryInput(ofOutput: output) {
          copy(UnsafePointer(dry(input)), to: part.output(output), count)
        } else {
          fill(part.output(output), with: 0, count)
        }
      }
      start += count
    }
  }

  /// The main input that a bypass connects to an output; nil for CV outputs and without inputs.
  private func dryInput(ofOutput output: Int) -> Int? {
    output < map.layout.outputs ? map.layout.dryInput(ofOutput: output) : nil
  }

  // MARK: Scratch buffers

  /// The scratch buffers: the gains of the two crossfades, the dry main inputs, the inputs and the outputs of the effect.
  static func scratchCount(_ map: PortMap) -> Int {
    2 + map.layout.inputs + map.inputCount + map.outputCount
  }

  private func scratch(_ index: Int) -> UnsafeMutablePointer<Float> { scratch + index * Limits.chunkFrames }
  var inputGains: UnsafeMutablePointer<Float> { scratch(0) }
  var outputGains: UnsafeMutablePointer<Float> { scratch(1) }
  func dry(_ input: Int) -> UnsafeMutablePointer<Float> { scratch(2 + input) }

  func connectScratch() {
    let inputs = 2 + map.layout.inputs
    let pointers = audio + AudioBuffers.pointerCount
    for input in 0..<map.inputCount { pointers[input] = scratch(inputs + input) }
    for output in 0..<map.outputCount {
      pointers[Limits.channelCount + output] = scratch(inputs + map.inputCount + output)
    }
  }

  /// The scratch buffers of the effect.
  @inline(__always)
  var scratchBuffers: AudioBuffers { AudioBuffers(audio + AudioBuffers.pointerCount) }

  /// Copies the inputs into the scratch buffers, with zeros for infinite and NaN samples and with the input gains. An
  /// unconnected sidechain is silent, and an unconnected CV input has its initial value.
  @inline(never)
  func readChunk(_ buffers: AudioBuffers, _ count: Int) {
    let scratch = scratchBuffers
    for input in 0..<map.inputCount {
      let target = UnsafeMutablePointer(mutating: scratch.input(input))
      guard audio[input] != nil else {
        let index = input - map.layout.inputs - map.layout.sidechains
        fill(target, with: index < 0 ? 0 : fallbacks[map.port(ofCVInput: index)], count)
        continue
      }
      guard input < map.layout.inputs else {
        copyFinite(buffers.input(input), to: target, count)
        continue
      }
      copyFinite(buffers.input(input), to: dry(input), count)
      multiply(UnsafePointer(dry(input)), inputGains, to: target, count)
    }
  }

  /// Writes the outputs of the effect in the scratch buffers to the host's buffers, with the crossfade.
  @inline(never)
  func writeChunk(_ buffers: AudioBuffers, _ count: Int) {
    let scratch = scratchBuffers
    for output in 0..<map.outputCount where audio[Limits.channelCount + output] != nil {
      let wet = scratch.output(output)
      let target = buffers.output(output)
      if let input = dryInput(ofOutput: output) {
        let (dry, scaled) = (dry(input), scratch.input(input))
        for frame in 0..<count {
          target[frame] = crossfade(dry[frame], scaled[frame], wet[frame], outputGains[frame])
        }
      } else {
        multiply(wet, inputGains, to: target, count)
        multiply(UnsafePointer(target), outputGains, to: target, count)
      }
    }
  }

  /// Returns one output sample. The result is exact if the output gain is 0, and if both gains are 1.
  @inline(__always)
  private func crossfade(_ dry: Float, _ scaled: Float, _ wet: Float, _ gain: Float) -> Float {
    gain == 0 ? dry : gain == 1 && scaled == dry ? wet : dry + gain * (wet - scaled)
  }
}
