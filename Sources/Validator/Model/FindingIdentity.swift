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
    self.init(check: finding.check, id: finding.id, subject: finding.subject, bundle: bundle, plugin: plugin)
  }

  /// Without message id and subject: the identity of a check of this bundle or plug-in.
  init(check: CheckID, id: MessageID? = nil, subject: String? = nil, bundle: String, plugin: String?) {
    self.bundle = FindingIdentity.name(ofBundle: bundle)
    self.plugin = plugin
    self.check = check
    self.id = id
    self.subject = subject
  }

  /// The identity without message id and subject. Findings in reports of format version 1 have neither.
  var ofCheck: FindingIdentity { FindingIdentity(check: check, bundle: bundle, plugin: plugin) }

  /// A hash that is the same on every machine: 16 hexadecimal digits.
  public var fingerprint: String {
    let parts = [bundle, plugin ?? "", id?.rawValue ?? check.rawValue, subject ?? ""]
    let digits = String(FNV1a.hash(parts.joined(separator: "\n").utf8), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The last component of a bundle's path.
  public static func name(ofBundle path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
