import LV2KitTesting
import Testing

@testable import LV2Kit

/// What the kit does about mistakes of an effect that the compiler does not see.
@Suite struct MistakeTests {
  /// Outputs the ramp of a control without smoothing, and of a control output.
  private struct Steps: Effect {
    enum Port: Int, ControlSet {
      case level, meter
      var declaration: ControlPort {
        switch self {
        case .level: .input("level", "Level", 0...10, initial: 3, comment: "The output.")
        case .meter: .output("meter", "Meter", 0...1, comment: "Not a control input.")
        }
      }
    }

    init(_ setup: Setup) {}
    mutating func reset() {}
    mutating func run(_ block: Block<Port>) {
      let (level, meter) = (block.ramp(.level), block.ramp(.meter))
      for frame in 0..<block.frames { block.output(0)[frame] = level[frame] + meter[frame] }
    }
    static var document: EffectDocument { .test }
  }

  @Test func theRampOfAControlWithoutSmoothingIsConstant() throws {
    let host = try #require(EffectHost(Steps.self))
    let silence = [[Float](repeating: 0, count: 600)]
    #expect(host.process(silence).audio == [[Float](repeating: 3, count: 600)])
    host.set(.level, to: 5)
    #expect(host.process(silence).audio == [[Float](repeating: 5, count: 600)])
  }

  /// Uses a channel or a frame that does not exist.
  private struct Beyond: Effect {
    enum Port: Int, ControlSet {
      case place
      var declaration: ControlPort { .integer("place", "Place", 0...3, initial: 0, comment: "What it uses.") }
    }

    init(_ setup: Setup) {}
    mutating func reset() {}
    mutating func run(_ block: Block<Port>) {
      switch Int(block[.place]) {
      case 0: block.output(0)[0] = block.input(block.layout.inputs)[0]
      case 1: block.output(block.layout.outputs)[0] = 0
      case 2: block.output(0)[0] = block.input(0)[block.frames]
      default: block.output(0)[block.frames] = 0
      }
    }
    static var document: EffectDocument { .test }

    static func run(_ place: Float) {
      let host = EffectHost(Beyond.self, .mono)
      host?.set(.place, to: place)
      _ = host?.process([[Float](repeating: 0, count: 512)], blockLength: 512)
    }
  }

  private func expect(_ message: String, _ result: ExitTest.Result) {
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains(message) && text.contains("MistakeTests.swift:"), "\(text)")
  }

  @Test func anInputThatDoesNotExistEndsTheTest() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { Beyond.run(0) }
    expect("input 1 of 1", result)
  }

  @Test func anOutputThatDoesNotExistEndsTheTest() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { Beyond.run(1) }
    expect("output 1 of 1", result)
  }

  @Test func readingPastTheBlockEndsTheTest() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { Beyond.run(2) }
    expect("frame 512 of 512", result)
  }

  @Test func writingPastTheBlockEndsTheTest() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { Beyond.run(3) }
    expect("frame 512 of 512", result)
  }
}
