import LV2Host
import Support

/// The file that instances of a plug-in have loaded when checks begin.
///
/// A sampler is silent without a file, and what a convolver computes without one is not what its users hear.
package struct LoadedFile: Codable, Sendable, Hashable {
  package let route: FileRoute
  package let format: FileFormat
  /// Whether the file is a decay behind an impulse instead of a note.
  package let isForEffect: Bool
  /// The absolute path of a file that the user named; nil for a file of lv2val.
  package let given: String?

  package init(_ route: FileRoute, of context: PluginContext, given: String? = nil) {
    self.route = route
    self.given = given
    format = FileFormat(of: context)
    isForEffect = context.plugin.hasAudioInput
  }

  /// What was loaded, for findings: "patch:Set of <urn:x> with a mono WAV file".
  package var title: String { "\(route.name) with \(given ?? format.title)" }

  /// The path of the file, which this process writes once for a rate.
  ///
  /// - Parameter rate: of the sound, in hertz.
  /// - Throws: `HostError` if it cannot be written.
  func path(rate: Double) throws(HostError) -> String {
    if let given { return given }
    let name = "start-\(Int(rate))\(isForEffect ? "-effect" : "")"
    if let path = Self.written["\(name).\(format)"] { return path }
    if Self.folder == nil { Self.folder = try TemporaryFolder() }
    guard let folder = Self.folder else { return "" }
    let path = try folder.write(.start(rate: Int(rate), isEffect: isForEffect), as: format, named: name)
    Self.written["\(name).\(format)"] = path
    return path
  }

  // SAFETY: the checks of a process run one after the other in one thread.
  nonisolated(unsafe) private static var folder: TemporaryFolder?
  /// The paths of the files that this process wrote.
  nonisolated(unsafe) private static var written: [String: String] = [:]
}
