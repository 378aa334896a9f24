import CCLAP
import CLV2
import LV2Kit

/// clap.state: a head, the number of parameters, their identifiers and values, the size of the properties in bytes, and the properties.
/// Words are little-endian.
enum StateExtension {
  /// "LV2K", "CLAP" and a version.
  private static let head: (UInt32, UInt32, UInt32) = (0x4b32_564c, 0x5041_4c43, 1)
  /// The largest state that is read, in bytes.
  private static var largest: Int { 1 << 24 }

  nonisolated(unsafe) static var functions = clap_plugin_state(
    save: { plugin, stream in
      guard let instance = instance(plugin), let stream else { return false }
      var buffer = ByteBuffer()
      defer { buffer.deallocate() }
      StateExtension.write(instance.pointee, to: &buffer)
      return StateExtension.copy(buffer, to: stream)
    },
    load: { plugin, stream in
      guard let instance = instance(plugin), let stream else { return false }
      var buffer = ByteBuffer()
      defer { buffer.deallocate() }
      guard StateExtension.fill(&buffer, from: stream), StateExtension.read(buffer.reader, instance.pointee) else {
        return false
      }
      HostExtensions.valuesChanged(instance.pointee.host)
      return true
    })

  private static func write(_ instance: ClapInstance, to buffer: inout ByteBuffer) {
    buffer.append(head.0)
    buffer.append(head.1)
    buffer.append(head.2)
    buffer.append(UInt32(instance.values.count))
    for index in 0..<instance.values.count {
      buffer.append(instance.plugin.pointee.parameters[index].id)
      buffer.append(instance.values.portValue(index).bitPattern)
    }
    var properties = ByteBuffer()
    defer { properties.deallocate() }
    PropertyStream.save(instance.descriptor, instance.handle, to: &properties)
    buffer.append(UInt32(properties.count))
    buffer.append(properties.memory, properties.count)
  }

  /// Takes over a state. A parameter that it lacks gets its initial value. An invalid state changes nothing.
  private static func read(_ state: ByteReader, _ instance: ClapInstance) -> Bool {
    var reader = state
    guard reader.word() == head.0, reader.word() == head.1, reader.word() == head.2, let count = reader.word(),
      let values = reader.bytes(8 * Int(count)).map({ ByteReader($0, 8 * Int(count)) }),
      let size = reader.word(), Int(size) == reader.remaining,
      let properties = reader.bytes(Int(size)).map({ ByteReader($0, Int(size)) }), PropertyStream.isValid(properties)
    else { return false }
    setValues(of: values, instance)
    _ = PropertyStream.restore(instance.descriptor, instance.handle, from: properties)
    return true
  }

  /// Sets each parameter once, because the audio thread can take its value at any time.
  private static func setValues(of state: ByteReader, _ instance: ClapInstance) {
    for index in 0..<instance.values.count {
      let parameter = instance.plugin.pointee.parameters[index]
      instance.values.set(index, to: value(of: parameter, in: state) ?? parameter.initial)
    }
  }

  /// The value of a parameter in the identifiers and the values of ports of a state, or nil.
  private static func value(of parameter: lv2kit_clap_parameter, in state: ByteReader) -> Double? {
    var reader = state
    while let id = reader.word(), let bits = reader.word() {
      let value = Double(Float(bitPattern: bits))
      if id == parameter.id && !value.isNaN { return parameter.isBypass ? 1 - value : value }
    }
    return nil
  }

  // MARK: Streams, which read and write any number of bytes at once

  private static func copy(_ buffer: ByteBuffer, to stream: UnsafePointer<clap_ostream>) -> Bool {
    guard let write = stream.pointee.write else { return false }
    var done = 0
    while done < buffer.count {
      let count = write(stream, buffer.memory.map { $0 + done }, UInt64(buffer.count - done))
      guard count > 0 && count <= buffer.count - done else { return false }
      done += Int(count)
    }
    return true
  }

  private static func fill(_ buffer: inout ByteBuffer, from stream: UnsafePointer<clap_istream>) -> Bool {
    guard let read = stream.pointee.read else { return false }
    let size = 4096
    while buffer.count <= largest {
      guard let place = buffer.extend(size) else { return false }
      let count = read(stream, place, UInt64(size))
      buffer.removeLast(size - max(0, min(Int(count), size)))
      if count == 0 { return true }
      if count < 0 { return false }
    }
    return false
  }
}
