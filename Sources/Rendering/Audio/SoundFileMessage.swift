import CSndfile

/// What libsndfile says about its last failure, without its `Error : ` and its full stop.
enum SoundFileMessage {
  /// - Parameter file: nil where the file could not be opened.
  static func text(_ file: OpaquePointer?) -> String {
    var text = String(cString: sf_strerror(file))[...]
    for prefix in ["System error : ", "Error : "] where text.hasPrefix(prefix) { text = text.dropFirst(prefix.count) }
    return String(text.hasSuffix(".") ? text.dropLast() : text)
  }
}
