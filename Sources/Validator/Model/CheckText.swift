/// The description of a check: `lv2val explain` prints it, and every finding repeats its rule and remedy.
public struct CheckText: Sendable {
  /// What holds for a plug-in without findings, as one sentence.
  public var asserts: String
  /// What the specification says, quoted or closely paraphrased.
  public var rule: String
  /// The source of the rule: a term (`lv2:hardRTCapable`) or a header and a function (`lv2/core/lv2.h: run()`).
  public var source: String
  /// How the check observes it, in at most 60 words.
  public var method: String
  /// Further facts about the method: stimuli, tolerances and their reasons. Printed in docs/reference/checks.md only.
  public var details: String
  /// How an author fixes what the check reports, as imperatives.
  public var remedy: String
  /// How strict a validation must be to include the check.
  public var level: CheckLevel
  public var severities: Set<Severity>

  public init(
    asserts: String, rule: String = "", source: String = "", method: String, details: String = "",
    remedy: String = "", level: CheckLevel, severities: Set<Severity> = []
  ) {
    self.asserts = asserts
    self.rule = rule
    self.source = source
    self.method = method
    self.details = details
    self.remedy = remedy
    self.level = level
    self.severities = severities
  }

  /// The rule with its source, as findings and reports quote it.
  public var citation: String { "\(rule) (\(source))" }
}

/// One entry of the catalogue as reports need it: the id, the texts, and the kinds of message of the check.
public struct CheckDescription: Sendable {
  public var id: CheckID
  public var text: CheckText
  /// The ids of all messages that the check itself can report, without those of `EndMessage`.
  public var messages: [MessageID]

  public init(id: CheckID, text: CheckText, messages: [MessageID]) {
    self.id = id
    self.text = text
    self.messages = messages
  }
}
