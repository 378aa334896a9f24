import CLV2
import Foundation
import Martlet
import RecordingLog
import Testing

/// Hosts that violate the specification, or use its limits.
@Suite struct BadHostTests {
  static let uris = documents.map(\.uri)

  @Test(arguments: [0, -48_000, .nan, .infinity, 7999, 768_001, 1e300] as [Double])
  func unsupportedSampleRatesAreRefused(rate: Double) {
    for uri in Self.uris {
      let descriptor = BuiltBundle.descriptor(uri)
      #expect(descriptor.pointee.instantiate(descriptor, rate, "", nil) == nil)
    }
  }

  @Test(arguments: [8000.0, 768_000]) func theLimitsOfTheSampleRateWork(rate: Double) {
    for name in HostedPlugin.names {
      let plugin = HostedPlugin(name, rate: rate)
      let output = plugin.process([Signals.noise(4000, seed: 1)])
      #expect(Signals.peak(output[0]) > 0.01 && Signals.areFinite(output[0]))
    }
  }

  /// The host's log gets an error with the reason.
  @Test func anUnsupportedSampleRateIsLogged() {
    let record = UnsafeMutablePointer<RecordingLog>.allocate(capacity: 1)
    defer { record.deallocate() }
    recording_log_init(record)
    var map = LV2_URID_Map(handle: nil) { _, uri in
      String(cString: uri!) == "http://lv2plug.in/ns/ext/log#Error" ? 7 : 1
    }
    let names: [UnsafeMutablePointer<CChar>] = [
      strdup("http://lv2plug.in/ns/ext/urid#map"), strdup("http://lv2plug.in/ns/ext/log#log"),
    ]
    defer { for name in names { free(name) } }
    withUnsafeMutablePointer(to: &map) { map in
      let features = [
        LV2_Feature(URI: UnsafePointer(names[0]), data: map), LV2_Feature(URI: UnsafePointer(names[1]), data: record),
      ]
      features.withUnsafeBufferPointer { features in
        let list: [UnsafePointer<LV2_Feature>?] = [features.baseAddress, features.baseAddress! + 1, nil]
        let descriptor = BuiltBundle.descriptor(Self.uris[0])
        #expect(descriptor.pointee.instantiate(descriptor, -1, "", list) == nil)
      }
    }
    let line = withUnsafeBytes(of: record.pointee.line) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    #expect(line == "\(Self.uris[0]): unsupported sample rate, expected 8000 to 768000 Hz (-1)\n")
    #expect(record.pointee.type == 7)
  }

  /// No connected port, no activate(), blocks without frames, and an index without a port.
  @Test(arguments: uris) func aHostThatConnectsNoPortDoesNotCrash(uri: String) {
    let descriptor = BuiltBundle.descriptor(uri)
    let handle = descriptor.pointee.instantiate(descriptor, 48_000, "", nil)
    descriptor.pointee.run(handle, 0)
    descriptor.pointee.run(handle, 64)
    descriptor.pointee.connect_port(handle, 9999, nil)
    descriptor.pointee.connect_port(handle, .max, nil)
    descriptor.pointee.run(handle, 64)
    descriptor.pointee.activate?(handle)
    descriptor.pointee.run(handle, 64)
    descriptor.pointee.cleanup(handle)
  }

  /// Connected audio ports, and NULL for each control.
  @Test(arguments: HostedPlugin.names)
  func unconnectedControlsReadTheirDefaults(name: String) {
    let expected = HostedPlugin(name).process([Signals.noise(2000, seed: 3)])
    let plugin = HostedPlugin(name)
    for index in 0..<plugin.firstInput { plugin.connect(index, nil) }
    #expect(plugin.process([Signals.noise(2000, seed: 3)]) == expected)
  }

  /// Only one audio output is connected, then no port.
  @Test(arguments: HostedPlugin.names)
  func unconnectedInputsGiveSilence(name: String) {
    let plugin = HostedPlugin(name)
    var output = [Float](repeating: 1, count: 64)
    output.withUnsafeMutableBufferPointer { buffer in
      plugin.connect(plugin.firstOutput, buffer.baseAddress)
      plugin.run(frames: 64)
      plugin.connect(plugin.firstOutput, nil)
      plugin.run(frames: 64)
    }
    #expect(output.allSatisfy { $0 == 0 })
  }

  /// Values outside the range and infinite values count as the nearest bound, NaN as the default.
  @Test(arguments: HostedPlugin.names)
  func invalidControlValuesAreLimited(name: String) {
    let noise = [Signals.noise(2000, seed: 5)]
    let reference = HostedPlugin(name)
    for port in reference.document.controls where port.kind == .input {
      let symbol = port.symbol.description
      let cases: [(Float, Float)] = [
        (.infinity, port.maximum), (3e38, port.maximum), (-.infinity, port.minimum), (-3e38, port.minimum),
        (.nan, port.initial),
      ]
      for (invalid, valid) in cases {
        let limited = HostedPlugin(name, [symbol: invalid]).process(noise)
        #expect(limited == HostedPlugin(name, [symbol: valid]).process(noise), "\(symbol) = \(invalid)")
        #expect(Signals.areFinite(limited[0]))
      }
    }
  }

  @Test func theTableEndsWithNull() {
    #expect(BuiltBundle.descriptors(UInt32(documents.count)) == nil)
    #expect(BuiltBundle.descriptors(.max) == nil)
  }
}
