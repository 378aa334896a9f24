import CLV2
import LV2Kit
import LV2KitTesting
import Testing

/// Properties, the worker and changes of options. Serialized, because the resources of all instances are counted.
@Suite(.serialized) struct PropertyTests {
  private typealias Host = EffectHost<Recorder>

  private func output(_ host: Host) -> [Float] { host.process([[Float]](), frames: 8, blockLength: 8).audio[0] }

  private func makeHost() throws -> Host { try #require(Host(Recorder.self, Layout(inputs: 0, outputs: 1))) }

  private func expectConstant(_ samples: [Float], _ value: Float) {
    #expect(samples.allSatisfy { $0 == value }, "\(samples) instead of \(value)")
  }

  // MARK: Numbers

  @Test func theInitialValuesArriveBeforeTheFirstFrame() throws { expectConstant(output(try makeHost()), 48_000) }

  @Test func aMessageSetsAPropertyAtItsFrame() throws {
    let host = try makeHost()
    host.set(.gain, to: .number(2))
    host.set(.invert, to: .number(1))
    expectConstant(output(host), -96_000)
    #expect(host.save()[.gain] == .number(2) && host.save()[.invert] == .number(1))
  }

  @Test(arguments: [(Float(9), Float(4)), (-1, 0), (.nan, 1), (.infinity, 4)])
  func aValueOutsideTheRangeIsLimited(_ sent: Float, _ expected: Float) throws {
    let host = try makeHost()
    host.set(.gain, to: .number(sent))
    expectConstant(output(host), 48_000 * expected)
    #expect(host.save()[.gain] == .number(expected))
  }

  @Test func anIntegerIsSavedAsAnInteger() throws {
    let host = try makeHost()
    host.restore([.count: .number(5)])
    #expect(host.save()[.count] == .number(5))
  }

  @Test func theEffectSendsWhatHasChanged() throws {
    let host = try makeHost()
    _ = output(host)
    host.set(.gain, to: .number(3))
    host.set(.title, to: .text("four"))
    let first = host.process(frames: 8).properties
    let second = host.process(frames: 8).properties
    #expect(first.map(\.property) == [.gain] && first.map(\.value) == [.number(3)])
    #expect(second.map(\.property) == [.title] && second.map(\.value) == [.text("four")])
    #expect(host.process(frames: 8).properties.isEmpty)
  }

  @Test func theEffectAnswersARequestWithAllValues() throws {
    let host = try makeHost()
    host.restore([.invert: .number(1), .file: .text("/a")])
    for _ in 0..<2 { _ = output(host) }
    host.requestProperties()
    let answer = host.process(frames: 8).properties
    #expect(answer.map(\.property) == [.gain, .count, .invert, .title, .file])
    #expect(answer.map(\.value) == [.number(1), .number(3), .number(1), .text(""), .text("/a")])
  }

  /// A message with all values that is larger than the event output does not block others.
  @Test func valuesThatDoNotFitIntoOneMessageAreSentAlone() throws {
    let host = try makeHost()
    let texts = ["t", "f"].map { String(repeating: $0, count: Limits.textLength) }
    host.restore([.title: .text(texts[0]), .file: .text(texts[1])])
    host.eventOutputSize = 8192
    for _ in 0..<2 { _ = output(host) }
    host.requestProperties()
    let sent = (0..<4).flatMap { _ in host.process(frames: 8).properties }
    #expect(sent.map(\.property) == [.gain, .count, .invert, .title, .file])
    #expect(sent.suffix(2).map(\.value) == texts.map { .text($0) })
    host.set(.gain, to: .number(2))
    #expect(host.process(frames: 8).properties.map(\.value) == [.number(2)])
  }

  // MARK: Texts and files

  @Test func aTextIsLoadedByTheWorker() throws {
    let host = try makeHost()
    host.set(.title, to: .text("four"))
    expectConstant(output(host), 48_000)
    expectConstant(output(host), 4)
    #expect(host.save()[.title] == .text("four"))
    host.set(.file, to: .text("/a"))
    _ = output(host)
    expectConstant(output(host), 1002)
    #expect(host.save()[.file] == .text("/a") && host.save()[.title] == .text("four"))
  }

  @Test func aTextThatCannotBeLoadedIsSavedAllTheSame() throws {
    let host = try makeHost()
    host.set(.title, to: .text("four"))
    _ = output(host)
    host.set(.title, to: .text("missing"))
    for _ in 0..<3 { _ = output(host) }
    expectConstant(output(host), 4)
    #expect(host.save()[.title] == .text("missing"))
  }

  @Test func aTextThatIsTooLongHasNoEffect() throws {
    let host = try makeHost()
    host.set(.title, to: .text(String(repeating: "x", count: Limits.textLength)))
    _ = output(host)
    expectConstant(output(host), Float(Limits.textLength))
    host.set(.title, to: .text(String(repeating: "x", count: Limits.textLength + 1)))
    _ = output(host)
    expectConstant(output(host), Float(Limits.textLength))
  }

  @Test func aStateIsRestored() throws {
    let saved = try makeHost()
    saved.set(.gain, to: .number(0.5))
    saved.set(.title, to: .text("seven77"))
    _ = output(saved)
    let restored = try makeHost()
    restored.restore(saved.save())
    expectConstant(output(restored), 3.5)
    restored.restore([:])
    #expect(restored.save()[.gain] == .number(1) && restored.save()[.title] == nil)
    expectConstant(output(restored), 0)
  }

  // MARK: Worker

  @Test func aJobReturnsItsResource() throws {
    let host = try makeHost()
    for _ in 0..<10 { expectConstant(output(host), 48_000) }
    expectConstant(output(host), 49)
  }

  @Test func aRefusedJobIsSentAgain() throws {
    let host = try makeHost()
    host.workerIsFull = true
    for _ in 0..<20 { expectConstant(output(host), 48_000) }
    host.workerIsFull = false
    _ = output(host)
    expectConstant(output(host), 49)
  }

  /// The last text of each property reaches the worker as soon as it has room, as the user would expect of a file.
  @Test func aRefusedTextIsSentAgain() throws {
    let host = try makeHost()
    host.workerIsFull = true
    for text in ["one", "four"] {
      host.set(.title, to: .text(text))
      _ = output(host)
    }
    host.set(.file, to: .text("/a"))
    for _ in 0..<20 { expectConstant(output(host), 48_000) }
    host.workerIsFull = false
    for _ in 0..<3 { _ = output(host) }
    #expect(host.save()[.title] == .text("four") && host.save()[.file] == .text("/a"))
    // The job of the tenth cycle is the last one that the worker does.
    expectConstant(output(host), 49)
  }

  /// A worker that is busy for long gets one message for all deliveries, so that its queue has room for others.
  @Test func oneMessageAsksForACollection() throws {
    let host = try makeHost()
    for _ in 0..<12 { _ = output(host) }
    let before = Recorder.Resource.count.withLock { $0 }
    host.workerIsBusy = true
    for length in 1...9 {
      host.restore([.title: .text(String(repeating: "x", count: length))])
      _ = output(host)
    }
    for _ in 0..<9 { _ = output(host) }
    #expect(host.messageCount == 1)
    host.workerIsBusy = false
    _ = output(host)
    #expect(host.messageCount == 0 && Recorder.Resource.count.withLock { $0 } == before)
  }

  @Test func everyResourceIsFreed() throws {
    let before = Recorder.Resource.count.withLock { $0 }
    do {
      let host = try makeHost()
      for length in 1...9 {
        host.set(.title, to: .text(String(repeating: "x", count: length)))
        host.restore([.file: .text("/file\(length)")])
        _ = output(host)
        #expect(Recorder.Resource.count.withLock { $0 } > before)
      }
      for _ in 0..<4 { _ = output(host) }
      // The worker has freed what was replaced; the effect has the last one.
      #expect(Recorder.Resource.count.withLock { $0 } == before + 1)
      // Nothing takes these before the end.
      host.workerIsFull = true
      host.restore([.file: .text("/unused"), .title: .text("unused")])
    }
    #expect(Recorder.Resource.count.withLock { $0 } == before)
  }

  // MARK: Options

  @Test func aChangedRateCreatesTheEffectAnew() throws {
    let host = try makeHost()
    host.restore([.gain: .number(2)])
    expectConstant(output(host), 96_000)
    #expect(host.changeOptions(rate: 96_000, maximumBlockLength: 512))
    expectConstant(output(host), 192_000)
    host.restore([.gain: .number(2), .title: .text("four")])
    expectConstant(output(host), 8)
    #expect(host.changeOptions(rate: 44_100))
    expectConstant(output(host), 8)
  }

  @Test func anInvalidOptionIsRefused() throws {
    let host = try makeHost()
    #expect(!host.changeOptions(rate: 0))
    #expect(!host.changeOptions(maximumBlockLength: 0))
    expectConstant(output(host), 48_000)
  }

  @Test func anEffectWithoutExtensionsHasNoInterface() throws {
    let host = try #require(EffectHost(Gain.self))
    #expect(!host.changeOptions(rate: 96_000))
  }
}
