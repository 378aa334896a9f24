import Foundation
import TestSupport
import Testing

/// Help, manual pages and completions describe the same options, and the manual pages are well formed.
@Suite struct DocumentationTests {
  enum Tool: String, CaseIterable, Sendable {
    case lv2val, lv2render

    /// The output of `--help`.
    var help: String {
      get throws {
        try Program.run(Validator.executable.deletingLastPathComponent().appending(path: rawValue).path, "--help")
          .output
      }
    }

    /// The manual page without roff escapes.
    var manual: String {
      get throws {
        try Repository.text("docs/man/\(rawValue).1").replacing("\\-", with: "-").replacing(/\\f./, with: "")
      }
    }

    func completion(_ shell: Shell) throws -> String { try Repository.text(shell.completion(of: self)) }
  }

  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    func completion(of tool: Tool) -> String {
      let name = self == .zsh ? "_\(tool)" : "\(tool).\(rawValue)"
      return "docs/completions/\(name)"
    }
  }

  private func longOptions(_ text: String) -> Set<String> {
    Set(text.matches(of: /(?:^|[^-\w])--([a-z][a-z0-9-]*)/).map { String($0.output.1) })
  }

  private func letters(_ text: String) -> Set<String> {
    Set(text.matches(of: /(?:^|[^-\w'"])-([A-Za-z])(?![-\w'])/).map { String($0.output.1) })
  }

  @Test(arguments: Tool.allCases) func theHelpFitsATerminalOf80Columns(_ tool: Tool) throws {
    #expect(try tool.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: Tool.allCases) func generatedFilesAreCurrent(_ tool: Tool) throws {
    let program = Validator.executable.deletingLastPathComponent().appending(path: tool.rawValue).path
    for file in ["docs/man/\(tool).1"] + Shell.allCases.map({ $0.completion(of: tool) }) {
      let result = try Program.run(program, "--generate", Repository.path(file))
      #expect(try result.status == 0 && result.output == Repository.text(file), "\(file) is outdated; run make docs")
    }
  }

  @Test(arguments: Tool.allCases)
  func theManualPageHasTheOptionsOfTheHelp(_ tool: Tool) throws {
    let help = try tool.help
    try #require(longOptions(help).contains("help") && letters(help).contains("h"))
    #expect(longOptions(help) == longOptions(try tool.manual))
    #expect(letters(help) == letters(try tool.manual))
  }

  @Test(arguments: Tool.allCases, Shell.allCases)
  func theCompletionHasTheOptionsOfTheHelp(_ tool: Tool, _ shell: Shell) throws {
    let text = try tool.completion(shell)
    let options: Set<String> =
      switch shell {
      case .bash, .zsh: longOptions(text)
      case .fish: Set(text.matches(of: /complete -c \w+ .*-l ([a-z0-9-]+)/).map { String($0.output.1) })
      }
    #expect(options == longOptions(try tool.help))
  }

  @Test(arguments: Shell.allCases)
  func theCompletionHasTheCommandsOfTheHelp(_ shell: Shell) throws {
    let help = try Tool.lv2val.help
    let section = try #require(help.components(separatedBy: "\nCommands\n").dropFirst().first)
    let commands = section.components(separatedBy: "\n\n")[0]
      .matches(of: /(?m)^  ([a-z]+)\b/).map { String($0.output.1) }
    try #require(commands.contains("validate"))
    #expect(try Set(offers(shell, .lv2val, "lv2val ")) == Set(commands))
  }

  /// Shells offer exactly those options that the command accepts.
  @Test(arguments: Shell.allCases, ["validate", "plot", "list", "merge", "compare", "checks", "explain"])
  func theOptionsOfACommandAreOffered(_ shell: Shell, _ command: String) throws {
    let values = [
      "only": "rt.lock", "skip": "rt.lock", "shard": "1/2", "jobs": "1", "timeout": "1", "seed": "1", "rate": "48000",
      "block": "64", "baseline": "/", "fail-on": "note", "format": "text", "output": "/dev/null/x", "color": "never",
      "preset": "x", "strictness": "5", "profile": "mod", "rates": "48000", "blocks": "64", "repeat": "1",
      "display": ":1", "file": "x=/", "pictures": "/dev/null/x",
    ]
    let accepted = try longOptions(try Tool.lv2val.help).subtracting(["help", "version"]).filter { option in
      let words = ["--\(option)"] + (values[option].map { [$0] } ?? [])
      let result = try Validator([command] + words, environment: ["LV2_PATH": "/no/such/directory"]).wait()
      return !result.errors.contains("\(command) has no option --\(option);")
    }
    let offered = try offers(shell, .lv2val, "lv2val \(command) --")
    // fish also searches the descriptions.
    #expect(Set(offered.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }) == accepted)
  }

  @Test(arguments: Shell.allCases)
  func shellsComplete(_ shell: Shell) throws {
    #expect(try offers(shell, .lv2val, "lv2val explain audio.in").sorted() == ["audio.input-write"])
    let kinds = try offers(shell, .lv2val, "lv2val explain audio.nonfinite/")
    #expect(kinds.contains("audio.nonfinite/output") && kinds.allSatisfy { $0.hasPrefix("audio.nonfinite/") })
    #expect(try offers(shell, .lv2val, "lv2val validate --fail-on ").sorted() == ["error", "note", "warning"])
    #expect(try offers(shell, .lv2val, "lv2val validate --all --bl").sorted() == ["--block", "--blocks"])
    #expect(try offers(shell, .lv2render, "lv2render in.wav --bl") == ["--block"])
    let controls = try offers(shell, .lv2render, "lv2render in.wav -p urn:martlet:comb-mono feedb")
    #expect(controls.map { $0.prefix { $0 != "=" } } == ["feedback"])
    let presets = try offers(shell, .lv2render, "lv2render in.wav -p urn:martlet:comb-mono --preset Wax")
    #expect(presets.map { $0.replacing("\\", with: "") } == ["Wax Comb"])
  }

  /// The candidates of the shell at the end of `line`.
  private func offers(_ shell: Shell, _ tool: Tool, _ line: String) throws -> [String] {
    let script = Repository.path("Tests/CommandLineTests/Shells/complete.\(shell)")
    let file = Repository.path(shell.completion(of: tool))
    let arguments =
      switch shell {
      case .bash: ["bash", "--norc", script, file, "_\(tool)", line]
      case .zsh: ["zsh", "-f", script, URL(filePath: file).deletingLastPathComponent().path, line]
      case .fish: ["fish", "--no-config", script, file, line]
      }
    let path = Validator.executable.deletingLastPathComponent().path
    let result = try Program.run(
      arguments,
      environment: [
        "PATH": "\(path):/usr/bin:/bin", "LV2_PATH": Repository.path("Bundles"), "HOME": NSTemporaryDirectory(),
      ])
    #expect(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["lv2val.1", "lv2render.1", "martlet.7"])
  func manualPagesAreWellFormed(_ name: String) throws {
    let page = Repository.path("docs/man/\(name)")
    let lint = try Program.run("mandoc", "-T", "lint", "-W", "warning", page)
    #expect(lint.status == 0 && lint.output.isEmpty, "\(lint.output)")
    let warnings = try Program.run("groff", "-man", "-ww", "-z", page)
    #expect(warnings.status == 0 && warnings.output.isEmpty, "\(warnings.output)")
  }

  @Test func theDebianPackagesAreBuiltWithTheLibrariesOfTheMakefile() throws {
    let makefile = try Repository.text("Makefile").replacing("\\\n", with: " ")
    let list = try #require(makefile.firstMatch(of: /(?m)^BUILD_PACKAGES := (.*)$/)).output.1
    let control = try Repository.text("debian/control")
    let field = try #require(control.firstMatch(of: /Build-Depends:\n((?: .*\n)+)/)).output.1
    // build-essential contains libc6-dev and need not be listed.
    let wanted = Set(list.split(separator: " ").filter { $0.hasSuffix("-dev") && $0 != "libc6-dev" })
    try #require(!wanted.isEmpty)
    #expect(Set(field.matches(of: /(?m)^ ([a-z0-9.-]+-dev),?$/).map(\.output.1)) == wanted)
  }

  /// The packages, the changelog, the manual pages and the tools have the same version.
  @Test func thereIsOneVersion() throws {
    let changelog = try Repository.text("CHANGELOG.md")
    let version = try #require(changelog.firstMatch(of: /(?m)^## (\d\S*)/)).output.1
    #expect(try Repository.text("debian/changelog").hasPrefix("martlet (\(version))"))
    for tool in Tool.allCases {
      let path = Validator.executable.deletingLastPathComponent().appending(path: tool.rawValue).path
      #expect(try Program.run(path, "--version").output == "\(tool) \(version)\n")
      #expect(try tool.manual.contains("\"Martlet \(version)\""))
    }
    #expect(try Repository.text("docs/man/martlet.7").contains("\"Martlet \(version)\""))
    #expect(try Repository.text("packaging/mod/martlet.mk").contains("\nMARTLET_VERSION = \(version)\n"))
  }

  /// The changelog states the LV2 version of the plug-ins. Its numbers are even, because odd ones denote development versions.
  @Test func theChangelogHasTheVersionOfThePlugins() throws {
    let stated = try #require(Repository.text("CHANGELOG.md").firstMatch(of: /LV2 version (\d+)\.(\d+)/)).output
    for number in [stated.1, stated.2] { #expect(Int(number)?.isMultiple(of: 2) == true) }
    let turtle = try Repository.text("Bundles/martlet.lv2/lowpass.ttl")
    #expect(turtle.contains("lv2:minorVersion \(stated.1) ;") && turtle.contains("lv2:microVersion \(stated.2) ;"))
  }
}
