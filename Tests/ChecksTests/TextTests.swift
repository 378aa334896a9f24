import Checks
import Model
import Testing

/// Properties of the texts of the catalogue. DefectsTests examines the messages that checks produce.
@Suite struct TextTests {
  private static let checks = Catalogue.all.map { $0.description }

  @Test(arguments: checks.map(\.id)) func theMethodIsShort(_ id: CheckID) throws {
    let text = try #require(Catalogue.check(id)).text
    #expect(Prose.words(text.method) <= 60, "\(Prose.words(text.method)) words; move the rest to `details`")
  }

  /// The texts of all kinds of message, and of the ends that checks provoke on purpose.
  private static let kinds: [(name: String, text: MessageText)] = checks.flatMap { check in
    check.messages.map { ($0.id.rawValue, $0.text) } + (check.end.map { [("\(check.id) (ends)", $0)] } ?? [])
  }

  @Test(arguments: kinds.map(\.name)) func theRemedyIsAnImperative(_ name: String) throws {
    let text = try #require(Self.kinds.first { $0.name == name }).text
    for sentence in Prose.sentences(text.remedy) { #expect(Prose.isImperative(sentence), "\(sentence)") }
    #expect(!text.remedy.contains("{") && !text.remedy.contains("}"))
  }

  @Test(arguments: kinds.map(\.name)) func aKindHasARule(_ name: String) throws {
    let text = try #require(Self.kinds.first { $0.name == name }).text
    #expect(!text.rule.text.hasSuffix(".") && !text.rule.text.isEmpty && !text.rule.source.isEmpty)
    #expect(isSentence(text.remedy), "\(text.remedy)")
    #expect(Set(text.severities).count == text.severities.count)
  }

  @Test(arguments: checks.map(\.id)) func textsAreSentences(_ id: CheckID) throws {
    let text = try #require(Catalogue.check(id)).text
    for part in [text.asserts, text.method] + (text.details.isEmpty ? [] : [text.details]) {
      #expect(isSentence(part), "\(part)")
    }
  }

  /// A name at the start, such as run(), lv2:minimum or lilv, keeps its lower case.
  private func isSentence(_ text: String) -> Bool {
    let startsWithName = text.prefix { $0 != " " }.contains { "(:_".contains($0) } || text.hasPrefix("lilv")
    return text.hasSuffix(".") && (startsWithName || text.first?.isLowercase == false)
  }

  /// The parts in braces are replaced in order.
  @Test func aRemedyNamesTheThingAtHand() {
    let text = MessageText(
      .error, rule: Rule("r", source: "s"), remedy: "Set the default of {the port} to {a value}, not {more}.")
    #expect(text.remedy == "Set the default of the port to a value, not more.")
    #expect(text.nameCount == 3)
    #expect(text.remedy(naming: ["'gain'", "2", "3"]) == "Set the default of 'gain' to 2, not 3.")
  }

  /// By default, only errors make a run fail: they are what hosts and users suffer from.
  @Test(arguments: checks.map(\.id)) func onlyTheLowerLevelsHaveErrors(_ id: CheckID) throws {
    let check = try #require(Catalogue.check(id)).description
    let text = check.text
    let severities = text.level.number <= 5 ? check.severities.union(check.end?.severities ?? []) : check.severities
    #expect(check.messages.isEmpty || severities.contains(.error) == (text.level.number <= 5))
    #expect(text.level.reason.hasSuffix(".") && Prose.words(text.level.reason) <= 20)
  }

  @Test func everyLevelAddsAnIdea() {
    #expect(CheckLevel.additions.count == CheckLevel.all.count)
    for level in CheckLevel.all { #expect(Self.checks.contains { $0.text.level.number == level }) }
  }

  @Test(arguments: checks.map(\.id)) func messageIDsAreWords(_ id: CheckID) throws {
    let messages = try #require(Catalogue.check(id)).description.messages
    for message in messages.map(\.id) {
      #expect(message.kind.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(message.rawValue)")
      #expect(
        !EndMessage.allCases.contains { $0.word == message.kind },
        "\(message.rawValue) is reserved for the end of a process")
      #expect(MessageID(rawValue: message.rawValue) == message)
    }
  }

  /// A folder of Sources/Validator/Checks is a family of ids; the catalogue lists the checks of a family together.
  @Test func familiesAreContiguous() {
    let families = Self.checks.map(\.id.family)
    let starts = families.indices.filter { $0 == 0 || families[$0] != families[$0 - 1] }.map { families[$0] }
    #expect(Set(starts).count == starts.count, "\(starts)")
  }

  @Test(arguments: [
    ("Clear the delay line in activate().", true), ("It should be cleared.", false), ("The line is cleared.", false),
  ])
  func imperativesAreRecognized(_ text: String, _ isImperative: Bool) {
    #expect(Prose.isImperative(text) == isImperative)
  }
}
