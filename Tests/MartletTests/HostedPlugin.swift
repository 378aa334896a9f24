import CLV2
import LV2Kit
import Martlet

/// An instance of a plug-in of the built bundle, run through its C interface.
final class HostedPlugin {
  let document: PluginDocument
  private let descriptor: UnsafePointer<LV2_Descriptor>
  private let handle: LV2_Handle
  private let controls: UnsafeMutablePointer<Float>
  private let count: Int

  var channels: Int { document.layout.channels }

  /// Makes and activates an instance whose controls have their defaults but for `values`.
  init(
    _ name: String, rate: Double = 48_000, build: BuiltBundle.Build = .best, _ values: [String: Float] = [:]
  ) {
    document = documents.first { $0.uri == "urn:martlet:" + name }!
    descriptor = BuiltBundle.descriptor(document.uri, build)
    handle = descriptor.pointee.instantiate(descriptor, rate, "", nil)!
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

  /// A control, by its symbol.
  subscript(symbol: String) -> Float {
    get { controls[index(symbol)] }
    set { controls[index(symbol)] = newValue }
  }

  /// Whether there is a control with this symbol.
  func has(_ symbol: String) -> Bool {
    symbol == "enabled" || document.controls.contains { $0.symbol.description == symbol }
  }

  private func index(_ symbol: String) -> Int {
    document.controls.firstIndex { $0.symbol.description == symbol } ?? count - 1
  }

  func connect(_ port: Int, _ location: UnsafeMutablePointer<Float>?) {
    descriptor.pointee.connect_port(handle, UInt32(port), location)
  }

  /// The index of the first audio input.
  var firstInput: Int { count }

  func run(frames: Int) { descriptor.pointee.run(handle, UInt32(frames)) }

  /// Runs `input`, the same in every channel or one array a channel, in blocks of `block` frames, or as `block` says.
  func process(_ input: [[Float]], inPlace: Bool = false, block: () -> Int = { 64 }) -> [[Float]] {
    let length = input[0].count
    let inputs = (0..<channels).map { channel -> UnsafeMutablePointer<Float> in
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: length)
      buffer.initialize(from: input[min(channel, input.count - 1)], count: length)
      return buffer
    }
    let outputs =
      inPlace
      ? inputs
      : (0..<channels).map { _ in
        let buffer = UnsafeMutablePointer<Float>.allocate(capacity: length)
        buffer.initialize(repeating: .nan, count: length)
        return buffer
      }
    defer {
      for buffer in Set(inputs + outputs) { buffer.deallocate() }
    }
    var start = 0
    while start < length {
      let frames = min(block(), length - start)
      for channel in 0..<channels {
        connect(firstInput + channel, inputs[channel] + start)
        connect(firstInput + channels + channel, outputs[channel] + start)
      }
      run(frames: frames)
      start += frames
    }
    return outputs.map { Array(UnsafeBufferPointer(start: $0, count: length)) }
  }
}
