import Testing

@testable import LV2Host

@Suite struct DescriptionTests {
  private func port(_ low: Float?, _ high: Float?, _ initial: Float?, byRate: Bool = false) -> PortDescription {
    PortDescription(
      index: 0, symbol: "p", name: "P", direction: .input, kind: .control, classes: [], defaultValue: initial,
      minimum: low, maximum: high, properties: byRate ? [URI.Core.sampleRate] : [], designations: [], scalePoints: [],
      supports: [], bufferTypes: [], minimumSize: nil, unit: nil, group: nil)
  }

  @Test func boundsOfASampleRatePortAreMultipliedByTheRate() {
    #expect(port(0, 0.5, 0.25, byRate: true).range(rate: 48_000) == 0...24_000)
    #expect(port(0, 0.5, 0.25, byRate: true).initialValue(rate: 48_000) == 12_000)
    #expect(port(0, 0.5, 0.25).range(rate: 48_000) == 0...0.5)
  }

  @Test func aDefaultInHertzOfASampleRatePortIsNotMultiplied() {
    #expect(port(0, 0.4, 440, byRate: true).initialValue(rate: 48_000) == 440)
    #expect(port(0, 0.4, 90_000, byRate: true).initialValue(rate: 48_000) == 19_200)
  }

  @Test func theInitialValueWithoutADefaultIsTheBoundNearestToZero() {
    #expect(port(20, 20_000, nil).initialValue(rate: 48_000) == 20)
    #expect(port(-90, -10, nil).initialValue(rate: 48_000) == -10)
    #expect(port(-1, 1, .nan).initialValue(rate: 48_000) == 0)
    #expect(port(nil, nil, nil).initialValue(rate: 48_000) == 0)
  }

  @Test func invalidBoundsAreNotARange() {
    #expect(port(1, 0, nil).range(rate: 1) == nil)
    #expect(port(nil, 0, nil).range(rate: 1) == nil)
    #expect(port(-.infinity, 0, nil).range(rate: 1) == nil)
  }

  @Test func blockLengthsFollowTheRequiredFeatures() {
    var plugin = PluginDescription(
      uri: "urn:p", name: "P", bundlePath: "/", binaryPath: nil, classURI: "", classLabel: "", requiredFeatures: [],
      optionalFeatures: [], extensionData: [], requiredOptions: [], supportedOptions: [], parameters: [],
      minorVersion: nil, microVersion: nil, ports: [], presets: [], hasDefaultState: false)
    #expect(HostConfiguration(for: plugin, sampleRate: 1, maximumBlockLength: 100).minimumBlockLength == 1)
    plugin.requiredFeatures = [URI.BufSize.fixedBlockLength]
    #expect(HostConfiguration(for: plugin, sampleRate: 1, maximumBlockLength: 100).minimumBlockLength == 100)
    plugin.requiredFeatures = [URI.BufSize.powerOf2BlockLength]
    let configuration = HostConfiguration(for: plugin, sampleRate: 1, maximumBlockLength: 100)
    #expect(configuration.minimumBlockLength == 64 && configuration.maximumBlockLength == 64)
  }

  @Test func aRingReturnsItsMessagesInOrder() {
    let ring = ByteRing(capacity: 64)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
    defer { buffer.deallocate() }
    #expect(ring.read(into: buffer) == nil)
    for round in 0..<100 {
      let message = [UInt8](repeating: UInt8(round), count: round % 50 + 1)
      #expect(message.withUnsafeBytes { ring.write($0) })
      #expect(ring.read(into: buffer) == message.count)
      #expect(Array(buffer[..<message.count]) == message)
    }
    #expect(ring.isEmpty)
    #expect([UInt8](repeating: 0, count: 60).withUnsafeBytes { ring.write($0) })
    #expect(![UInt8](repeating: 0, count: 1).withUnsafeBytes { ring.write($0) })
  }
}
