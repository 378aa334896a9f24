import CLV2

/// The log of the host. Messages are lost if the host offers no log.
///
/// SAFETY: the pointers are valid until cleanup(). The host may lock or allocate, so the audio thread must not log.
public struct Log {
  private let log: UnsafeMutablePointer<LV2_Log_Log>?
  private let map: UnsafeMutablePointer<LV2_URID_Map>?
  private let uri: UnsafePointer<CChar>

  /// - Parameter uri: the URI of the plug-in.
  package init(_ features: Features, uri: UnsafePointer<CChar>) {
    log = features.log
    map = features.map
    self.uri = uri
  }

  /// Writes "URI: message (value)" as an error.
  ///
  /// - Parameters:
  ///   - message: what failed, and what the user can do.
  ///   - value: a number to which the message refers.
  public func error(_ message: StaticString, _ value: Double) {
    write("http://lv2plug.in/ns/ext/log#Error", message, value)
  }

  /// Writes "URI: message (value)" as a warning.
  public func warning(_ message: StaticString, _ value: Double) {
    write("http://lv2plug.in/ns/ext/log#Warning", message, value)
  }

  /// Writes "URI: message (value)" as a note.
  public func note(_ message: StaticString, _ value: Double) {
    write("http://lv2plug.in/ns/ext/log#Note", message, value)
  }

  private func write(_ type: StaticString, _ message: StaticString, _ value: Double) {
    guard let log, let map else { return }
    martlet_log(log, map.pointee.map(map.pointee.handle, cString(type)), uri, cString(message), value)
  }
}
