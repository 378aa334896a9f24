import CLV2
import Foundation
import Martlet
import RecordingLog
import Testing

/// Hosts that do what they should not.
@Suite struct BadHostTests {
  static let uris = documents.map(\.uri)

  @Test(arguments: [0, -48_000, .nan, .infinity, 7999, 768_001, 1e300] as [Double])
  func absurdRatesAreRefused(rate: Double) {
    for uri in Self.uris {
      let descriptor = BuiltBundle.descriptor(uri)
      #expect(descriptor.pointee.instantiate(descriptor, rate, "", nil) == nil)
    }
  }

  @Test(arguments: [8000.0, 768_000]) func theEndsOfTheRatesWork(rate: Double) {
    for document in documents {
      let plugin = HostedPlugin(String(document.uri.dropFirst("urn:martlet:".count)), rate: rate)
      let output = plugin.process([Signals.noise(4000, seed: 1)])
      #expect(Signals.peak(output[0]) > 0.01 && Signals.areFinite(output[0]))
    }
  }

  /// The reason is written to the host's log, as an error.
  @Test func refusalIsLogged() {
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

  /// Nothing connected, not activated, no frames, and an index that no port has.
  @Test(arguments: uris) func aHostThatConnectsNothing(uri: String) {
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

  /// Audio in, but controls at NULL: the defaults.
  @Test(arguments: documents.map { String($0.uri.dropFirst("urn:martlet:".count)) })
  func unconnectedControlsReadTheirDefaults(name: String) {
    let expected = HostedPlugin(name).process([Signals.noise(2000, seed: 3)])
    let plugin = HostedPlugin(name)
    for index in 0..<plugin.firstInput { plugin.connect(index, nil) }
    #expect(plugin.process([Signals.noise(2000, seed: 3)]) == expected)
  }

  /// Inputs without outputs and outputs without inputs.
  @Test(arguments: documents.map { String($0.uri.dropFirst("urn:martlet:".count)) })
  func missingAudioGivesSilence(name: String) {
    let plugin = HostedPlugin(name)
    var output = [Float](repeating: 1, count: 64)
    output.withUnsafeMutableBufferPointer { buffer in
      plugin.connect(plugin.firstInput + plugin.channels, buffer.baseAddress)
      plugin.run(frames: 64)
      plugin.connect(plugin.firstInput + plugin.channels, nil)
      plugin.run(frames: 64)
    }
    #expect(output.allSatisfy { $0 == 0 })
  }

  /// Control values out of range, infinite, no number: as at the bound, and as at the default.
  @Test(arguments: documents.map { String($0.uri.dropFirst("urn:martlet:".count)) })
  func absurdControlsAreLimited(name: String) {
    let noise = [Signals.noise(2000, seed: 5)]
    let reference = HostedPlugin(name)
    for port in reference.document.controls where port.direction == .input {
      let symbol = port.symbol.description
      let cases: [(Float, Float)] = [
        (.infinity, port.maximum), (3e38, port.maximum), (-.infinity, port.minimum), (-3e38, port.minimum),
        (.nan, port.initial),
      ]
      for (absurd, sane) in cases {
        let limited = HostedPlugin(name, [symbol: absurd]).process(noise)
        #expect(limited == HostedPlugin(name, [symbol: sane]).process(noise), "\(symbol) = \(absurd)")
        #expect(Signals.areFinite(limited[0]))
      }
    }
  }

  @Test func theTableEnds() {
    #expect(BuiltBundle.descriptors(UInt32(documents.count)) == nil)
    #expect(BuiltBundle.descriptors(.max) == nil)
  }
}
