import CLV2

/// Writes one error line to the host's log, where the host offers one (LV2 Log, log:Error).
///
/// - Parameters:
///   - features: what instantiate was given: NULL, or a list that ends with NULL.
///   - uri: the plug-in's, a C string.
///   - value: the number that the message is about, in the unit that the message names.
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

/// The data of the feature with this URI, or nil.
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

/// SAFETY: a StaticString of more than one character is stored as UTF-8 that ends with 0 and lives as long as the code.
@inline(__always)
func cString(_ string: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
}
