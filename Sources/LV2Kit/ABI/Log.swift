import CLV2

/// Writes the error "<uri>: <message> (<value>)" to the host's log, if the host offers log:log and urid:map.
///
/// - Parameters:
///   - features: the argument of instantiate(): NULL, or an array that ends with NULL.
///   - uri: the URI of the plug-in, a C string.
///   - value: a number that the message refers to.
func logError(
  _ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?, uri: UnsafePointer<CChar>?, _ message: StaticString,
  _ value: Double
) {
  guard let log = feature("http://lv2plug.in/ns/ext/log#log", in: features),
    let map = feature("http://lv2plug.in/ns/ext/urid#map", in: features)?.assumingMemoryBound(to: LV2_URID_Map.self)
  else { return }
  let error: StaticString = "http://lv2plug.in/ns/ext/log#Error"
  let type = map.pointee.map(map.pointee.handle, cString(error))
  martlet_log(log.assumingMemoryBound(to: LV2_Log_Log.self), type, uri, cString(message), value)
}

/// Returns the data of the feature with this URI, or nil.
private func feature(
  _ uri: StaticString, in features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
) -> UnsafeMutableRawPointer? {
  guard var next = features else { return nil }
  while let feature = next.pointee {
    if let name = feature.pointee.URI, areEqual(name, cString(uri)) { return feature.pointee.data }
    next += 1
  }
  return nil
}

private func areEqual(_ a: UnsafePointer<CChar>, _ b: UnsafePointer<CChar>) -> Bool {
  var index = 0
  while a[index] == b[index] {
    if a[index] == 0 { return true }
    index += 1
  }
  return false
}

/// SAFETY: a StaticString of more than one character is UTF-8 that ends with 0, and the program never frees it.
@inline(__always)
func cString(_ string: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
}
