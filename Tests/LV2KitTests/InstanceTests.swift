import LV2Kit
import LV2KitTesting
import Support
import Testing

/// What the kit adds to an effect: ports of all kinds, events, latency and ramps. The sound does not depend on the length
/// of the blocks.
@Suite struct InstanceTests {
  private static let blocks = [1, 7, 64, 256, 5000]

  private func noise(_ frames: Int, _ seed: UInt64 = 1) -> [Float] {
    var random = SplitMix64(seed: seed)
    return (0..<frames).map { _ in Float.random(in: -1...1, using: &random) }
  }

  // MARK: Channels

  @Test(arguments: [(1, 1), (2, 2), (1, 2), (2, 1), (8, 8), (16, 16), (3, 5)])
  func anyNumberOfChannels(inputs: Int, outputs: Int) throws {
    let layout = Layout(inputs: inputs, outputs: outputs)
    let host = try #require(EffectHost(Gain.self, layout))
    host.set(.gain, to: 2)
    let signals = (0..<inputs).map { noise(300, UInt64($0)) }
    let output = host.process(signals).audio
    #expect(output == (0..<outputs).map { channel in signals[channel % inputs].map { 2 * $0 } })
    host.isEnabled = false
    _ = host.process(signals.map { _ in noise(4800) })
    let bypassed = host.process(signals).audio
    #expect(bypassed == (0..<outputs).map { signals[$0 % inputs] })
  }

  @Test func aSidechainControlsTheEffectAndDoesNotPassThroughTheBypass() throws {
    let host = try #require(EffectHost(Gain.self, Layout(inputs: 1, sidechains: 1, outputs: 1)))
    let (input, key) = (noise(500, 1), noise(500, 2))
    #expect(host.process([input], sidechains: [key]).audio == [zip(input, key).map { $0 * $1 }])
    host.isEnabled = false
    _ = host.process([noise(4800)], sidechains: [noise(4800)])
    #expect(host.process([input], sidechains: [key]).audio == [input])
  }

  @Test func aSidechainThatIsNotConnectedIsSilent() throws {
    let host = try #require(EffectHost(Gain.self, Layout(inputs: 1, sidechains: 1, outputs: 1)))
    let (input, key) = (noise(500, 1), noise(500, 2))
    #expect(host.process([input]).audio == [input.map { $0 * 0 }])
    // A host may connect it later, and disconnect it.
    #expect(host.process([input], sidechains: [key]).audio == [zip(input, key).map { $0 * $1 }])
    #expect(host.process([input]).audio == [input.map { $0 * 0 }])
  }

  @Test func aGeneratorFadesToSilence() throws {
    let host = try #require(EffectHost(Notes.self, Layout(inputs: 0, outputs: 1)))
    let start = host.process(messages: [(0, .noteOn(channel: 0, note: 60, velocity: 100))], frames: 100)
    #expect(start.audio == [[Float](repeating: 60, count: 100)])
    host.isEnabled = false
    let fade = host.process(frames: 4800).audio[0]
    #expect(fade[0] > 59 && fade[4799] == 0)
    #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 })
  }

  // MARK: CV and outputs

  @Test func cvPortsHaveOneValueForEachFrame() throws {
    for block in Self.blocks {
      let host = try #require(EffectHost(Offset.self))
      let (input, cv) = (noise(700, 1), noise(700, 2).map { 2 * $0 })
      let output = host.process([input], cv: [.offset: cv], blockLength: block)
      let expected = zip(input, cv).map { $0 + min(max($1, -1), 1) }
      #expect(output.audio == [expected])
      #expect(output.cv == [expected.map { 2 * $0 }])
      #expect(host.value(of: .peak) == expected.max())
    }
  }

  @Test func anUnconnectedCVInputHasItsInitialValue() throws {
    let host = try #require(EffectHost(Offset.self))
    let input = noise(300)
    #expect(host.process([input]).audio == [input.map { $0 + 0.25 }])
  }

  // MARK: Latency

  @Test func theBypassDelaysTheInputByTheLatency() throws {
    let delay = Lookahead.frames
    for block in Self.blocks {
      let host = try #require(EffectHost(Lookahead.self))
      // More than two fades of 45 ms.
      let input = noise(12_000)
      let delayed = [Float](repeating: 0, count: delay) + input.dropLast(delay)
      var output = host.process([Array(input[..<4000])], blockLength: block).audio[0]
      #expect(host.latency == delay)
      host.isEnabled = false
      output += host.process([Array(input[4000..<8000])], blockLength: block).audio[0]
      host.isEnabled = true
      output += host.process([Array(input[8000...])], blockLength: block).audio[0]
      // The effect is a delay, so the wet and the dry signal are equal, except while the effect starts from silence.
      #expect(output[..<8000] == delayed[..<8000])
      #expect(output.last == delayed.last)
    }
  }

  /// The wet and the dry signal always have the latency that the port states; a cycle without frames states it too.
  @Test func aLatencyMayChange() throws {
    for block in Self.blocks {
      let host = try #require(EffectHost(ChangingLookahead.self))
      host.set(.frames, to: 30)
      _ = host.process([[]])
      #expect(host.latency == 30)
      let input = noise(30_000)
      var start = 0
      /// Processes frames and returns how far the last 100 of them lag behind the input, if the latency is right.
      func lag(_ frames: Int) -> Int? {
        let output = host.process([Array(input[start..<start + frames])], blockLength: block).audio[0]
        start += frames
        let expected = Array(input[start - 100 - host.latency..<start - host.latency])
        return Array(output.suffix(100)) == expected ? host.latency : nil
      }
      #expect(lag(1000) == 30)
      host.set(.frames, to: 200)
      #expect(lag(1000) == 200)
      host.isEnabled = false
      // In the fade, and in the bypass, during which the effect gets no controls.
      #expect(lag(1000) == 200)
      #expect(lag(3000) == 200)
      host.set(.frames, to: 0)
      #expect(lag(1000) == 200)
      host.isEnabled = true
      #expect(lag(5000) == 0)
      host.set(.frames, to: 77)
      #expect(lag(5000) == 77)
      host.isEnabled = false
      #expect(lag(5000) == 77)
    }
  }

  // MARK: Ramps

  @Test func aSmoothedControlMovesInAStraightLine() throws {
    let ones = [Float](repeating: 1, count: 2000)
    for block in Self.blocks {
      let host = try #require(EffectHost(Gain.self))
      _ = host.process([ones], blockLength: block)
      host.set(.gain, to: 3)
      let output = host.process([ones], blockLength: block).audio[0]
      // 20 ms at 48 kHz. Each block adds a rounding error of half a unit in the last place of values below 4.
      for frame in 0..<960 {
        #expect(abs(output[frame] - (1 + Float(frame) / 480)) <= 1e-6 + 2.4e-7 * Float(frame / block + 15))
      }
      #expect(output[960...].allSatisfy { $0 == 3 })
    }
  }

  // MARK: Events

  @Test func notesStartAtTheirFrames() throws {
    for block in Self.blocks {
      let host = try #require(EffectHost(Notes.self))
      let output = host.process(
        [[Float](repeating: 0, count: 1000)],
        messages: [
          (10, .noteOn(channel: 3, note: 40, velocity: 1)), (500, .noteOff(channel: 3, note: 40, velocity: 0)),
          (500, .noteOn(channel: 3, note: 50, velocity: 2)), (999, .noteOn(channel: 3, note: 51, velocity: 0)),
        ], blockLength: block)
      #expect(
        output.audio[0] == [Float](repeating: 0, count: 10) + [Float](repeating: 40, count: 490)
          + [Float](repeating: 50, count: 499) + [0])
      #expect(output.messages.map(\.frame) == [10, 500])
      #expect(
        output.messages.map(\.message) == [
          .noteOn(channel: 3, note: 52, velocity: 1), .noteOn(channel: 3, note: 62, velocity: 2),
        ])
    }
  }

  @Test func aBypassSendsTheReceivedMessages() throws {
    let host = try #require(EffectHost(Notes.self))
    host.isEnabled = false
    let silence = [[Float](repeating: 0, count: 300)]
    _ = host.process(silence)
    let note = MIDIMessage.noteOn(channel: 0, note: 40, velocity: 1)
    let output = host.process(silence, messages: [(17, note)])
    #expect(output.messages.map(\.frame) == [17] && output.messages.map(\.message) == [note])
    #expect(output.audio == silence)
  }

  /// A key that is held at the end of a bypass sounds, whether its note began before, in the bypass, or in the block that ends it.
  @Test func keysThatAreHeldSoundAfterABypass() throws {
    let note = EffectHost<Notes>.TimedMessage(0, .noteOn(channel: 0, note: 60, velocity: 1))
    for start in 0..<3 {
      let host = try #require(EffectHost(Notes.self, Layout(inputs: 0, outputs: 1)))
      _ = host.process(messages: start == 0 ? [note] : [], frames: 100)
      host.isEnabled = false
      _ = host.process(frames: 5000)
      #expect(host.process(messages: start == 1 ? [note] : [], frames: 100).audio[0].allSatisfy { $0 == 0 })
      host.isEnabled = true
      #expect(host.process(messages: start == 2 ? [note] : [], frames: 5000).audio[0].last == 60)
    }
  }

  @Test func theTransportIsFollowedBetweenPositions() throws {
    for block in Self.blocks {
      let host = try #require(EffectHost(Beats.self))
      let transport = HostTransport(beatsPerMinute: 90, beatsPerBar: 3, bar: 7, barBeat: 2)
      let output = host.process([[Float](repeating: 0, count: 50_000)], transport: transport, blockLength: block)
      for frame in stride(from: 0, to: 50_000, by: 37) {
        let expected = 7 + (2 + Double(frame) * 90 / (60 * 48_000)) / 3
        #expect(abs(Double(output.audio[0][frame]) - expected) < 1e-5)
      }
    }
  }

  /// A host can send any number: the position of the effect is finite, and no number is too large for an integer.
  @Test(arguments: [1e18, -1e30, 3e38] as [Float]) func anyTransportIsFollowed(number: Float) throws {
    let host = try #require(EffectHost(Beats.self))
    for transport in [
      HostTransport(speed: number), HostTransport(beatsPerMinute: number, beatsPerBar: number, bar: 1_000_000_000),
    ] {
      let output = host.process([[Float](repeating: 0, count: 5000)], transport: transport)
      #expect(output.audio[0].filter { !$0.isFinite } == [])
    }
  }

  // MARK: Kinds of controls

  @Test func choicesTogglesAndIntegersAreValid() throws {
    let host = try #require(EffectHost(Switch.self, Layout(inputs: 2, outputs: 1)))
    let (left, right) = (noise(100, 1), noise(100, 2))
    #expect(host.process([left, right]).audio == [right])
    for (source, invert, count) in [(-5, 0.2, 2.4), (0.4, 7, 99), (.nan, -1, .infinity)] as [(Float, Float, Float)] {
      host.set(.source, to: source)
      host.set(.invert, to: invert)
      host.set(.count, to: count)
      // A further block, because a change of the controls has effect at the start of a block.
      let expected = (source.isNaN ? right : left).map { (invert > 0 ? -1 : 1) * (count < 3 ? 2 : 3) * $0 }
      #expect(host.process([left, right]).audio == [expected])
    }
  }
}
