import LV2Host

/// The format of the files that the parameters of a plug-in expect which are paths.
package enum FileFormat: String, Codable, Sendable {
  /// A WAV file.
  case sound
  /// Text that names a WAV file in the same folder.
  case sfz
  /// A SoundFont 2 file.
  case soundFont

  /// Parts of words that name the formats, in lower case.
  private static let words: [(format: FileFormat, words: [String])] = [
    (.sfz, ["sfz"]), (.soundFont, ["sf2", "soundfont", "sound font", "fluid"]),
  ]

  /// The format that the words about a plug-in and its parameters name: mod:fileTypes, labels, comments, names and URIs. A
  /// WAV file if they name none.
  package init(of context: PluginContext) {
    let turtle = context.turtle
    let parameters = turtle.objects(.uri(context.plugin.uri), URI.Patch.writable).filter { node in
      turtle.objects(node, URI.range).contains { $0.text == URI.Atom.path }
    }
    let properties = [URI.label, URI.comment, URI.fileTypes]
    let texts = parameters.flatMap { node in [node.text] + properties.flatMap { turtle.objects(node, $0).map(\.text) } }
    let all = (texts + [context.plugin.uri, context.plugin.name]).map { $0.lowercased() }
    let named = Self.words.first { _, words in words.contains { word in all.contains { $0.contains(word) } } }
    self = named?.format ?? .sound
  }

  /// A file with a sound in this format, in a message.
  var title: String {
    switch self {
    case .sound: "a mono WAV file"
    case .sfz: "an SFZ file with one mono WAV file"
    case .soundFont: "a SoundFont with one sample"
    }
  }
}
