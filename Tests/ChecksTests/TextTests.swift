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

  @Test(arguments: checks.map(\.id)) func theRemedyIsAnImperative(_ id: CheckID) throws {
    for sentence in Prose.sentences(try #require(Catalogue.check(id)).text.remedy) {
      #expect(Prose.isImperative(sentence), "\(sentence)")
    }
  }

  @Test(arguments: checks.map(\.id)) func textsAreSentences(_ id: CheckID) throws {
    let text = try #require(Catalogue.check(id)).text
    for part in [text.asserts, text.method, text.remedy] + (text.details.isEmpty ? [] : [text.details]) {
      // A name, such as run(), lv2:minimum or lilv, keeps its lower case.
      let startsWithName = part.prefix { $0 != " " }.contains { "(:_".contains($0) } || part.hasPrefix("lilv")
      #expect(part.hasSuffix(".") && (startsWithName || part.first?.isLowercase == false), "\(part)")
    }
    #expect(!text.rule.hasSuffix(".") && !text.rule.isEmpty && !text.source.isEmpty)
  }

  /// By default, only errors make a run fail: they are what hosts and users suffer from.
  @Test(arguments: checks.map(\.id)) func onlyTheLowerLevelsHaveErrors(_ id: CheckID) throws {
    let text = try #require(Catalogue.check(id)).text
    #expect(text.severities.contains(.error) == (text.level.number <= 5))
    #expect(text.level.reason.hasSuffix(".") && Prose.words(text.level.reason) <= 20)
  }

  @Test func everyLevelAddsAnIdea() {
    #expect(CheckLevel.additions.count == CheckLevel.all.count)
    for level in CheckLevel.all { #expect(Self.checks.contains { $0.text.level.number == level }) }
  }

  @Test(arguments: checks.map(\.id)) func messageIDsAreWords(_ id: CheckID) throws {
    let messages = try #require(Catalogue.check(id)).description.messages
    for message in messages {
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
