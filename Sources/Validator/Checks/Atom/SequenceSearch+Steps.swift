import Model
import Scenarios
import TestHost

/// The shortest music that leads to a finding.
extension SequenceSearch {
  /// Lets each finding that music alone leads to, in a fresh instance, state the shortest music that does.
  func shortenMusic() {
    for (index, music) in origins.sorted(by: { $0.key < $1.key }) {
      let finding = findings[index]
      let shortest = finding.shortened(music, block: music.longestBlock ?? context.blockLength) { scenario in
        Self.findings(context, playing: scenario).first { $0.id == finding.id && $0.subject == finding.subject }
      }
      replace(index, by: shortest)
    }
  }

  /// The findings about a scenario in a fresh instance; empty if there is none.
  static func findings(_ context: PluginContext, playing scenario: Scenario) -> [Finding] {
    guard let search = try? SequenceSearch(context, context.setup(for: scenario)) else { return [] }
    search.instance.deactivate()
    search.examine(scenario)
    return search.findings
  }
}
