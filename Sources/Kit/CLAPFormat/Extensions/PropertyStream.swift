import CCLAP
import CLV2
import LV2Kit

/// The properties of an instance, as the state interface of LV2 saves them: for each the URIs of its key and its type, the size and
/// the value.
enum PropertyStream {
  private static func interface(_ descriptor: UnsafePointer<LV2_Descriptor>) -> UnsafePointer<LV2_State_Interface>? {
    descriptor.pointee.extension_data?(cString("http://lv2plug.in/ns/ext/state#interface"))?
      .assumingMemoryBound(to: LV2_State_Interface.self)
  }

  /// Appends the properties to a buffer.
  static func save(
    _ descriptor: UnsafePointer<LV2_Descriptor>, _ handle: LV2_Handle?, to buffer: inout ByteBuffer
  ) {
    guard let interface = interface(descriptor) else { return }
    _ = withUnsafeMutablePointer(to: &buffer) { buffer in
      interface.pointee.save(
        handle,
        { handle, key, value, size, type, _ in
          guard let buffer = handle?.assumingMemoryBound(to: ByteBuffer.self), let key = lv2kit_clap_unmap(key),
            let type = lv2kit_clap_unmap(type)
          else { return LV2_STATE_ERR_UNKNOWN }
          buffer.pointee.append(key)
          buffer.pointee.append(type)
          buffer.pointee.append(UInt32(size))
          buffer.pointee.append(value, size)
          return LV2_STATE_SUCCESS
        }, buffer, 0, nil)
    }
  }

  /// Whether a buffer contains properties only.
  static func isValid(_ reader: ByteReader) -> Bool {
    var reader = reader
    while reader.remaining > 0 {
      guard reader.text() != nil, reader.text() != nil, let size = reader.word(), reader.bytes(Int(size)) != nil else {
        return false
      }
    }
    return true
  }

  /// What a retrieve function searches: the properties, and a copy of the found one, which is aligned.
  private struct Source {
    let properties: ByteReader
    var copy: UnsafeMutableRawPointer?
  }

  /// Restores the properties; those that the buffer lacks get their initial values.
  static func restore(
    _ descriptor: UnsafePointer<LV2_Descriptor>, _ handle: LV2_Handle?, from reader: ByteReader
  ) -> Bool {
    guard let interface = interface(descriptor) else { return true }
    var source = Source(properties: reader)
    let status = withUnsafeMutablePointer(to: &source) { source in
      interface.pointee.restore(
        handle,
        { handle, key, size, type, flags in
          guard let source = handle?.assumingMemoryBound(to: Source.self) else { return nil }
          return PropertyStream.find(key, &source.pointee, size, type, flags)
        }, source, 0, nil)
    }
    free(source.copy)
    return status == LV2_STATE_SUCCESS
  }

  private static func find(
    _ key: LV2_URID, _ source: inout Source, _ size: UnsafeMutablePointer<Int>?,
    _ type: UnsafeMutablePointer<UInt32>?, _ flags: UnsafeMutablePointer<UInt32>?
  ) -> UnsafeRawPointer? {
    var reader = source.properties
    while let name = reader.text(), let typeName = reader.text(), let count = reader.word(),
      let value = reader.bytes(Int(count))
    {
      guard lv2kit_clap_map(nil, name) == key else { continue }
      free(source.copy)
      source.copy = malloc(max(8, Int(count)))
      source.copy?.copyMemory(from: value, byteCount: Int(count))
      size?.pointee = Int(count)
      type?.pointee = lv2kit_clap_map(nil, typeName)
      flags?.pointee = 0
      return source.copy.map { UnsafeRawPointer($0) }
    }
    return nil
  }
}
