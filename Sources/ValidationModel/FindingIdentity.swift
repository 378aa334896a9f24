import Support

/// What two findings of different runs have in common if they are the same finding.
///
/// The identity is the name of the bundle's folder, the plug-in, the message id and the subject. The text, the numbers, the
/// backtrace and the path of the bundle are not part of it, because they change with the machine, the build or the
/// wording. The severity is not part of it either: a finding can become more or less severe.
public struct FindingIdentity: Hashable, Sendable {
  let bundle: String
  /// Nil for a finding about the bundle's files.
  let plugin: String?
  let check: CheckID
  /// Nil in reports of format version 1.
  let id: MessageID?
  let subject: String?

  public init(_ finding: Finding, bundle: String, plugin: String?) {
    self.bundle = FindingIdentity.name(ofBundle: bundle)
    self.plugin = plugin
    check = finding.check
    id = finding.id
    subject = finding.subject
  }

  private init(bundle: String, plugin: String?, check: CheckID) {
    self.bundle = bundle
    self.plugin = plugin
    self.check = check
    id = nil
    subject = nil
  }

  /// The identity without message id and subject, for reports of format version 1, which have neither.
  var ofCheck: FindingIdentity { FindingIdentity(bundle: bundle, plugin: plugin, check: check) }

  /// A hash that is the same on every machine: 16 hexadecimal digits.
  public var fingerprint: String {
    let parts = [bundle, plugin ?? "", id?.rawValue ?? check.rawValue, subject ?? ""]
    let digits = String(FNV1a.hash(parts.joined(separator: "\n").utf8), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The last component of a bundle's path.
  public static func name(ofBundle path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
