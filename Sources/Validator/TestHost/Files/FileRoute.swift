import CLV2
import LV2Host

/// A way in which a host gives the path of a file to a plug-in.
package enum FileRoute: Codable, Sendable, Hashable {
  /// A parameter that is a path, by `patch:Set`.
  case parameter(String)
  /// A value of the state that is a path, by restore().
  case key(String)

  /// The parameter or the key.
  package var uri: String {
    switch self {
    case .parameter(let uri), .key(let uri): uri
    }
  }

  /// The flags of a portable value without pointers.
  private static let flags = LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue

  /// What gives the path, in messages: "patch:Set of <urn:x>".
  package var name: String {
    switch self {
    case .parameter(let uri): "patch:Set of <\(uri)>"
    case .key(let uri): "restore() of <\(uri)>"
    }
  }

  /// Restores the path, or appends a message with it to the content of the input for the next block.
  ///
  /// - Parameter file: the absolute path; empty for none.
  package func request(_ file: String, of instance: InstanceUnderTest) {
    let value = Array(file.utf8) + [0]
    switch self {
    case .parameter(let uri): instance.send(patchSet: uri, type: URI.Atom.path, value: value)
    case .key(let uri):
      let state = StateSnapshot(properties: [uri: .init(type: URI.Atom.path, flags: Self.flags, bytes: value)])
      InstanceUnderTest.noted("restore") { _ = instance.hosted.restoreState(state) }
    }
  }
}
