/// The description of a check, which `lv2val explain` prints. Its kinds of message have texts of their own.
public struct CheckText: Sendable {
  /// What holds for a plug-in without findings, as one sentence.
  public var asserts: String
  /// How the check observes it, in at most 60 words.
  public var method: String
  /// Further facts about the method: stimuli, tolerances and their reasons. Printed in docs/reference/checks.md only.
  public var details: String
  /// How strict a validation must be to include the check.
  public var level: CheckLevel

  public init(asserts: String, method: String, details: String = "", level: CheckLevel) {
    self.asserts = asserts
    self.method = method
    self.details = details
    self.level = level
  }
}

/// One entry of the catalogue as reports need it.
public struct CheckDescription: Sendable {
  public struct Message: Sendable {
    public var id: MessageID
    public var text: MessageText

    public init(id: MessageID, text: MessageText) {
      self.id = id
      self.text = text
    }
  }

  public var id: CheckID
  public var text: CheckText
  /// All kinds of message that the check itself can report.
  public var messages: [Message]
  /// The text of the messages of `EndMessage` if the check provokes ends of the process on purpose; nil otherwise.
  public var end: MessageText?

  public init(id: CheckID, text: CheckText, messages: [Message], end: MessageText?) {
    self.id = id
    self.text = text
    self.messages = messages
    self.end = end
  }

  /// The severities that the messages of the check can have, ends excluded.
  public var severities: Set<Severity> { Set(messages.flatMap(\.text.severities)) }
}
