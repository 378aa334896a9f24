import CommandLine
import Support
import Testing

/// The parser and the generated texts, with a small option table.
@Suite struct ToolTests {
  enum Option: String, CaseIterable {
    case rate, quiet, normalize, ratio
  }

  let tool = Tool<Option>(
    name: "example", version: "1", usage: ["[OPTIONS] FILE..."], summary: "Does nothing.",
    sections: [
      ToolSection(
        "Options",
        [
          ToolOption(.rate, "r", .required("HZ"), "sample rate", default: "48000", .rates),
          ToolOption(.ratio, nil, .required("N"), "ratio"), ToolOption(.quiet, "q", .none, "print nothing"),
          ToolOption(.normalize, nil, .optional("GAIN"), "peak, such as `0dB`", formerName: "normalise"),
        ])
    ], notes: "The end.")

  private func parse(_ arguments: String...) throws(UsageError) -> [String] {
    try tool.parse(["example"] + arguments).map { argument in
      switch argument {
      case .option(let option, let value): "\(option)=\(value ?? "nil")"
      case .operand(let operand): operand
      }
    }
  }

  @Test func argumentsKeepTheirOrder() throws {
    #expect(try parse("a", "-r", "1", "b", "--quiet", "c") == ["a", "rate=1", "b", "quiet=nil", "c"])
    #expect(try parse("-qr1", "--rate=2") == ["quiet=nil", "rate=1", "rate=2"])
    #expect(try parse("--normalize", "1", "--normalize=2") == ["normalize=nil", "1", "normalize=2"])
    #expect(try parse("-", "--", "-q") == ["-", "-q"])
    #expect(try parse().isEmpty)
  }

  @Test func unambiguousAbbreviationsAreAccepted() throws {
    #expect(try parse("--qui", "--norm=1") == ["quiet=nil", "normalize=1"])
    #expect(throws: UsageError("unknown option '--ra'; see 'example --help'")) { try parse("--ra", "1") }
  }

  /// The help does not mention them.
  @Test func formerNamesAreAccepted() throws {
    #expect(try parse("--normalise", "--normalise=1", "--nor=2") == ["normalize=nil", "normalize=1", "normalize=2"])
    #expect(tool.hasOption(named: "normalise") && tool.hasOption(named: "normalize"))
    #expect(tool.names(of: .normalize) == ["normalize", "normalise"])
  }

  @Test func mistakesNameTheOption() {
    #expect(throws: UsageError("option -r requires a value")) { try parse("a", "-r") }
    #expect(throws: UsageError("option --quiet does not accept a value")) { try parse("--quiet=1") }
    #expect(throws: UsageError("unknown option '-xq'; see 'example --help'")) { try parse("a", "-xq", "b") }
    #expect(throws: UsageError("unknown option '-qx'; see 'example --help'")) { try parse("-qx") }
  }

  @Test func theHelpDescribesEachOption() {
    #expect(
      tool.help == """
        Usage: example [OPTIONS] FILE...

        Does nothing.

        Options
          -r, --rate HZ          sample rate (default: 48000)
              --ratio N          ratio
          -q, --quiet            print nothing
              --normalize[=GAIN]
                                 peak, such as 0dB

        The end.

        """)
  }
}
