import Foundation

/// The command line of `swift package lv2-new`.
struct Request {
  static let help = """
    usage: swift package lv2-new [OPTION...] NAME [DIRECTORY]

    Creates a package with a plug-in and its tests. NAME is the name of the plug-in, a Swift type such as Chorus. DIRECTORY is
    the folder of the package (default: NAME in lower case).

      --instrument   an instrument with eight voices, and not an effect
      --midi         an effect that changes MIDI messages
      --window       an effect with a window
      --url PREFIX   begins the URIs with PREFIX, such as https://example.org/plugins/ (default: urn:example:)

    The package depends on LV2Kit as the one does in which the command runs: on a version, or on a folder.
    """

  private(set) var kind = Template.Kind.effect
  private(set) var prefix = "urn:example:"
  private(set) var name = ""
  private(set) var directory = ""
  private(set) var isHelp = false

  init(_ arguments: [String]) throws {
    var operands: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--instrument", "--midi", "--window": try choose(argument)
      case "--url":
        guard let value = rest.popFirst() else { throw Refusal("--url needs a prefix; see lv2-new --help") }
        prefix = try Self.validPrefix(value)
      case _ where argument.hasPrefix("-"): throw Refusal("unknown option \(argument); see lv2-new --help")
      default: operands.append(argument)
      }
    }
    if isHelp { return }
    guard let name = operands.first, operands.count <= 2 else {
      throw Refusal("expected NAME and possibly DIRECTORY; see lv2-new --help")
    }
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
      throw Refusal("'\(name)' is not a name of a Swift type; use letters and digits, such as Chorus")
    }
    self.name = name
    directory = operands.count == 2 ? operands[1] : name.lowercased()
  }

  private mutating func choose(_ option: String) throws {
    guard kind == .effect else { throw Refusal("--instrument, --midi and --window exclude each other") }
    kind = option == "--instrument" ? .instrument : option == "--midi" ? .midi : .window
  }

  private static func validPrefix(_ prefix: String) throws -> String {
    guard prefix.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:[A-Za-z0-9\-._~:\/?#@!$&'()*+,;=%]*/) != nil,
      let last = prefix.last, "/:#".contains(last)
    else { throw Refusal("'\(prefix)' is not a prefix of URIs such as https://example.org/plugins/") }
    return prefix
  }
}
