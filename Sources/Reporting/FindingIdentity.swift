import LV2Checks

/// What makes two findings of different runs the same finding.
///
/// That is the bundle's directory name, the plug-in, the check, and the message without its numbers, which change from run
/// to run where they are measured; of a crash the signal alone, since what it hit, and when, changes with memory and with
/// threads. Where the bundle lies and the backtrace do not count: they change with the machine and with every build. Nor
/// does the severity: a finding that is graver, or less grave, than it was is still the same.
public struct FindingIdentity: Hashable, Sendable {
  let bundle: String
  /// Nil for a finding about the bundle's files.
  let plugin: String?
  let check: CheckID
  /// The message, or of a crash its beginning, with every number replaced by `#`.
  let message: String

  public init(_ finding: Finding, bundle: String, plugin: String?) {
    self.bundle = FindingIdentity.name(ofBundle: bundle)
    self.plugin = plugin
    check = finding.check
    message = FindingIdentity.withoutNumbers(FindingIdentity.lasting(finding.message))
  }

  /// A name for it that is the same on every machine: 16 hexadecimal digits.
  public var fingerprint: String {
    let parts = [bundle, plugin ?? "", check.rawValue, message]
    // FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in parts.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The last component of a bundle's path.
  static func name(ofBundle path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The message as far as the next run may give it again.
  private static func lasting(_ message: String) -> Substring {
    guard let verb = message.firstRange(of: " crashed with ") else { return message[...] }
    let end = message[verb.upperBound...].firstIndex { !$0.isLetter } ?? message.endIndex
    return message[..<end]
  }

  /// A number is a word's beginning in digits, with what belongs to a decimal number or one in hexadecimal.
  private static func withoutNumbers(_ text: Substring) -> String {
    var result = ""
    var isInNumber = false
    var previous: Character = " "
    for character in text {
      if isInNumber, character.isHexDigit || ".+-x".contains(character), character != "-" || previous == "e" {
        previous = character
        continue
      }
      isInNumber = character.isASCII && character.isNumber && !previous.isLetter && previous != "_"
      result.append(isInNumber ? "#" : character)
      previous = character
    }
    return result
  }
}
