/// What the specification, or the interface between host and plug-in, requires.
public struct Rule: Sendable, Equatable {
  /// Quoted or closely paraphrased, without a full stop.
  public let text: String
  /// A term (`lv2:hardRTCapable`) or a header and a function (`lv2/core/lv2.h: run()`).
  public let source: String

  public init(_ text: String, source: String) {
    self.text = text
    self.source = source
  }

  /// The rule with its source, as findings and reports quote it.
  public var citation: String { "\(text) (\(source))" }
}

/// What all findings of one kind of message have in common: the rule that the plug-in violates, the severity and the remedy.
public struct MessageText: Sendable, Equatable {
  /// The severities that findings of the kind can have, the usual one first.
  public let severities: [Severity]
  public let rule: Rule
  /// How an author fixes it, as imperatives. Parts in braces, such as `{the port}`, stand for what a finding names.
  private let remedyPattern: String

  /// - Precondition: there is at least one severity.
  public init(_ severities: Severity..., rule: Rule, remedy: String) {
    precondition(!severities.isEmpty)
    self.severities = severities
    self.rule = rule
    remedyPattern = remedy
  }

  /// The severity of a finding that does not state another one.
  public var severity: Severity { severities[0] }

  /// The remedy without the names of a finding: `Raise the maximum of the port.`
  public var remedy: String { remedyPattern.filter { $0 != "{" && $0 != "}" } }

  /// The number of parts in braces.
  public var nameCount: Int { remedyPattern.count { $0 == "{" } }

  /// The remedy for one finding: the parts in braces are replaced by these names, in order.
  public func remedy(naming names: [String]) -> String {
    var parts = remedyPattern.split(separator: "{", omittingEmptySubsequences: false).map(String.init)
    for (index, name) in zip(parts.indices.dropFirst(), names) {
      parts[index] = name + parts[index].drop { $0 != "}" }
    }
    return parts.joined().filter { $0 != "{" && $0 != "}" }
  }
}
