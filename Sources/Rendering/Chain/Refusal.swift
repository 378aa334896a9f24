import LV2Host

/// Why there is no instance of a plug-in, in the plug-in's own words.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  /// - Returns: nil where the plug-in logged no error.
  init?(_ error: HostError, _ log: LogCapture) {
    guard let reason = log.entries.last(where: { $0.level == .error })?.text else { return nil }
    // Whatever it wrote, the user gets one line.
    description = "\(error): " + reason.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
