import CLV2
import LV2Kit
import Martlet

/// An instance of a plug-in in the built bundle, with its C interface.
final class HostedPlugin {
  private static let ownPrefix = "urn:martlet:"
  /// The documents of Martlet's own plug-ins.
  static let ownDocuments = documents.filter { $0.uri.hasPrefix(ownPrefix) }
  /// The names of all plug-ins with an input: their URIs, without the prefix of Martlet's own plug-ins.
  static let names = documents.filter { $0.layout.inputs > 0 }.map(name)

  static func names(_ layout: Layout) -> [String] { documents.filter { $0.layout == layout }.map(name) }

  private static func name(_ document: PluginDocument) -> String {
    document.uri.hasPrefix(ownPrefix) ? String(document.uri.dropFirst(ownPrefix.count)) : document.uri
  }

  static func document(_ name: String) -> PluginDocument {
    documents.first { $0.uri == name || $0.uri == ownPrefix + name }!
  }

  /// Whether the plug-in `name` has a control with this symbol.
  static func hasControl(_ symbol: String, _ name: String) -> Bool {
    symbol == "enabled" || document(name).controls.contains { $0.symbol.description == symbol }
  }

  let document: PluginDocument
  private let name: String
  let descriptor: UnsafePointer<LV2_Descriptor>
  let handle: LV2_Handle
  private let controls: UnsafeMutablePointer<Float>
  private let count: Int

  var channels: Int { document.layout.inputs }

  /// Creates and activates an instance. `values` replaces the defaults of some controls, and `features` ends with nil.
  init(
    _ name: String, rate: Double = 48_000, build: BuiltBundle.Build = .best, _ values: [String: Float] = [:],
    features: [UnsafePointer<LV2_Feature>?]? = nil
  ) {
    self.name = name
    document = Self.document(name)
    descriptor = BuiltBundle.descriptor(document.uri, build)
    handle = descriptor.pointee.instantiate(descriptor, rate, "", features)!
    count = document.controls.count + 1
    controls = .allocate(capacity: count)
    for (index, port) in document.controls.enumerated() { controls[index] = port.initial }
    controls[count - 1] = 1
    for index in 0..<count { descriptor.pointee.connect_port(handle, UInt32(index), controls + index) }
    for (symbol, value) in values { self[symbol] = value }
    activate()
  }

  deinit {
    descriptor.pointee.cleanup(handle)
    controls.deallocate()
  }

  func activate() { descriptor.pointee.activate?(handle) }

  /// The value of the control with this symbol.
  subscript(symbol: String) -> Float {
    get { controls[index(symbol)] }
    set { controls[index(symbol)] = newValue }
  }

  func has(_ symbol: String) -> Bool { Self.hasControl(symbol, name) }

  private func index(_ symbol: String) -> Int {
    document.controls.firstIndex { $0.symbol.description == symbol } ?? count - 1
  }

  func connect(_ port: Int, _ location: UnsafeMutablePointer<Float>?) {
    descriptor.pointee.connect_port(handle, UInt32(port), location)
  }

  /// The index of the first audio input.
  var firstInput: Int { count }
  var firstSidechain: Int { firstInput + channels }
  var firstOutput: Int { firstSidechain + document.layout.sidechains }

  func run(frames: Int) { descriptor.pointee.run(handle, UInt32(frames)) }

  /// Processes `input` and returns the output of each channel.
  ///
  /// - Parameters:
  ///   - input: an array for each channel, or one for all channels.
  ///   - sidechain: the same for the sidechains; the input if nil. Without an array they are not connected.
  ///   - block: returns the length of the next block in frames.
  func process(
    _ input: [[Float]], sidechain: [[Float]]? = nil, inPlace: Bool = false, block: () -> Int = { 64 }
  ) -> [[Float]] {
    let length = input[0].count
    func buffers(_ samples: [[Float]], _ count: Int) -> [UnsafeMutablePointer<Float>] {
      (0..<(samples.isEmpty ? 0 : count)).map { channel in
        let buffer = UnsafeMutablePointer<Float>.allocate(capacity: length)
        buffer.initialize(from: samples[min(channel, samples.count - 1)], count: length)
        return buffer
      }
    }
    let inputs = buffers(input, channels)
    let keys = buffers(sidechain ?? input, document.layout.sidechains)
    let outputs =
      inPlace
      ? inputs
      : (0..<channels).map { _ in
        let buffer = UnsafeMutablePointer<Float>.allocate(capacity: length)
        buffer.initialize(repeating: .nan, count: length)
        return buffer
      }
    defer {
      for buffer in Set(inputs + keys + outputs) { buffer.deallocate() }
    }
    var start = 0
    while start < length {
      let frames = min(block(), length - start)
      for channel in 0..<channels {
        connect(firstInput + channel, inputs[channel] + start)
        connect(firstOutput + channel, outputs[channel] + start)
      }
      for (index, key) in keys.enumerated() { connect(firstSidechain + index, key + start) }
      run(frames: frames)
      start += frames
    }
    return outputs.map { Array(UnsafeBufferPointer(start: $0, count: length)) }
  }
}
