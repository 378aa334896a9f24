import Testing

@testable import LV2Kit

/// Declarations that the bundle command refuses.
@Suite struct DeclarationErrorsTests {
  private static let project = ProjectDocument(
    uri: "urn:project", name: "Project", summary: "", license: "urn:license", maintainer: "", version: (2, 0))
  private static let control = ControlPort.input("a", "A", 0...4, initial: 1, comment: "")
  private static let steps = ControlPort.input("b", "B", 12...48, initial: 12, scale: .steps(of: 12), comment: "")
  private static let output = ControlPort.output("c", "C", 0...1, comment: "")

  private func errors(
    uri: String = "urn:plugin", file: String = "effect", project: ProjectDocument = project,
    _ controls: [ControlPort] = [control, steps, output], presets: [Preset] = [Preset("One", values: [2, 24])]
  ) -> [String] {
    let effect = EffectDocument(
      project: project, file: file, name: "Effect", pluginClass: .plugin, comment: "", presets: presets)
    return withoutLocations(
      DeclarationErrors.all(in: [PluginDocument(uri: uri, layout: .mono, effect: effect, controls: controls)]))
  }

  private func withoutLocations(_ lines: [String]) -> [String] {
    lines.map { $0.replacing(#/^/\S+\.swift:\d+: /#, with: "") }
  }

  @Test func validDeclarationsHaveNoErrors() { #expect(errors() == []) }

  @Test func invalidNamesAreReported() {
    let relative = "the URI has no scheme; build with lv2-bundle --url PREFIX, or add a scheme"
    #expect(errors(uri: "plugin") == ["plugin: \(relative)"])
    #expect(
      errors(uri: "urn:a b") == ["urn:a b: the URI has an invalid scheme, or a character that a URI cannot contain"])
    #expect(errors(file: "Effect").count == 1 && errors(file: "manifest").count == 1 && errors(file: "").count == 1)
    let project = ProjectDocument(
      uri: "urn:project", name: "", summary: "", license: "ISC", maintainer: "", version: (2, 0))
    #expect(errors(project: project) == ["urn:plugin: the license 'ISC' of the project is not a URI"])
  }

  @Test func invalidControlsAreReported() {
    #expect(
      errors([Self.output, Self.control], presets: []).first?.contains("'a': declared too late") == true)
    for symbol: StaticString in ["1a", "a-b", "enabled", "in_left"] {
      let port = ControlPort.input(symbol, "A", 0...1, initial: 0, comment: "")
      #expect(errors([port], presets: []).count == 1, "\(symbol)")
    }
    #expect(errors([Self.control, Self.control], presets: []).count == 1)
    for port in [
      ControlPort.input("a", "A", 1...1, initial: 1, comment: ""),
      ControlPort.input("a", "A", 0...1, initial: 2, comment: ""),
      ControlPort.input("a", "A", 0...1, initial: 0, scale: .logarithmic, comment: ""),
      ControlPort.input("a", "A", 12...48, initial: 20, scale: .steps(of: 12), comment: ""),
    ] {
      #expect(errors([port], presets: []).count == 1, "\(port)")
    }
  }

  /// Numbers with steps are integers in the Turtle, in saved sessions and in texts.
  @Test(
    arguments: [
      (0...1, 0, Scale.steps(of: 0.25), "the step 0.25 is not a whole number above 0"),
      (0...4, 0, .steps(of: -1), "the step -1.0 is not a whole number above 0"),
      (0...4, 0, .steps(of: .nan), "the step nan is not a whole number above 0"),
      (1...5, 1, .steps(of: 2), "the minimum or the maximum is not a multiple of the step 2.0"),
      (0...5, 0, .steps(of: 2), "the minimum or the maximum is not a multiple of the step 2.0"),
      (0.5...2.5, 1.5, .steps(of: 1), "the minimum or the maximum is not a multiple of the step 1.0"),
      (0...2.5, 0, .integers, "the minimum or the maximum is not a whole number"),
      (-4...4, 1, .steps(of: 2), "the initial value 1.0 is outside the range or no step"),
      (-4...4, 0.5, .integers, "the initial value 0.5 is outside the range or no step"),
    ] as [(ClosedRange<Float>, Float, Scale, String)])
  func stepsAreWholeNumbers(_ range: ClosedRange<Float>, _ initial: Float, _ scale: Scale, _ text: String) {
    let port = ControlPort.input("a", "A", range, initial: initial, scale: scale, comment: "")
    #expect(errors([port], presets: []) == ["urn:plugin: control 'a': \(text)"])
  }

  @Test func stepsCanBeNegative() {
    let port = ControlPort.input("a", "A", -24...12, initial: -12, scale: .steps(of: 12), comment: "")
    #expect(errors([port], presets: []) == [])
  }

  /// Each mistake is reported once for all layouts, with the file and the line of its declaration.
  @Test func mistakesHaveTheirLine() {
    let effect = EffectDocument(
      project: Self.project, file: "Effect", name: "Effect", pluginClass: .plugin, comment: "", line: 7)
    let port = ControlPort.input("a", "A", 1...1, initial: 1, comment: "", file: "/effect.swift", line: 12)
    let plugins = ["urn:mono", "urn:stereo"].map {
      PluginDocument(uri: $0, layout: $0 == "urn:mono" ? .mono : .stereo, effect: effect, controls: [port])
    }
    let errors = DeclarationErrors.all(in: plugins)
    #expect(errors.count == 2)
    #expect(errors.first == "/effect.swift:12: urn:mono, urn:stereo: control 'a': the range is empty or infinite")
    #expect(errors.last?.hasPrefix("\(#filePath):7: urn:mono, urn:stereo: the file name 'Effect' is not") == true)
  }

  @Test func aProjectHasAURIOfItsOwn() {
    let found = errors(uri: "urn:project")
    #expect(found.count == 1 && found[0].contains("the URI 'urn:project' of the project is that of a plug-in"))
  }

  @Test func aPluginWithoutChannelsNeedsEvents() {
    func errors(_ events: EventKinds) -> [String] {
      let effect = EffectDocument(
        project: Self.project, file: "effect", name: "Effect", pluginClass: .midi, comment: "")
      let plugin = PluginDocument(
        uri: "urn:plugin", layout: Layout(inputs: 0, outputs: 0), effect: effect, controls: [], events: events)
      return DeclarationErrors.all(in: [plugin])
    }
    #expect(errors(EventKinds()).count == 1 && errors(EventKinds())[0].contains("no inputs, no outputs and no events"))
    #expect(errors(EventKinds(midiInput: true)) == [] && errors(EventKinds(midiOutput: true)) == [])
  }

  @Test func invalidPresetsAreReported() {
    for presets in [
      [Preset("One", values: [5, 24])], [Preset("One", values: [2, 20])],
      [Preset("One", values: [.nan, 24])], [Preset("One", values: [2, 24]), Preset("One", values: [2, 24])],
    ] {
      let found = errors(presets: presets)
      #expect(found.count == 1 && found[0].contains("preset 'One'"), "\(found)")
    }
  }

  /// The URI of a preset has the letters and the digits of its name.
  @Test(arguments: [("Bass (soft)", "Bass -soft-"), ("Sub 50%", "sub 50+")])
  func presetsHaveDifferentURIs(_ first: String, _ second: String) {
    let found = errors(presets: [first, second].map { Preset($0, values: [2, 24]) })
    #expect(
      found == ["urn:plugin: preset '\(second)': its URI is that of preset '\(first)'; change a letter or a digit"])
    #expect(errors(presets: ["Bass", "Bass 2"].map { Preset($0, values: [2, 24]) }) == [])
  }

  /// An effect with two control inputs and an output.
  private struct Presets: Effect {
    enum Port: Int, ControlSet {
      case a, b, c

      var declaration: ControlPort { [control, steps, output][rawValue] }
    }

    init(_ setup: Setup) {}
    mutating func reset() {}
    mutating func run(_ block: Block<Port>) {}
    static var document: EffectDocument { .test }
  }

  @Test func presetsNameTheirPorts() {
    #expect(Presets.preset("One").values == [1, 12])
    #expect(Presets.preset("One", [.b: 24]).values == [1, 24])
    #expect(Presets.preset("One", [.b: 24, .a: 2]).values == [2, 24])
    #expect(errors(presets: [Presets.preset("One", [.b: 24, .a: 2])]) == [])
    let twice = Presets.preset("One", [.a: 1, .a: 2])
    #expect(withoutLocations(errors(presets: [twice])) == ["urn:plugin: preset 'One' has two values of 'a'"])
    let output = Presets.preset("One", [.c: 1])
    #expect(errors(presets: [output]) == ["urn:plugin: preset 'One' has a value of 'c', which is not a control input"])
  }
}
