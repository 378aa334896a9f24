import Model

extension Finding {
  /// The finding as the shortest form of a scenario gives it, with the steps; unchanged if the scenario itself does not give it
  /// again.
  ///
  /// - Parameters:
  ///   - block: the longest length of a block, in frames.
  ///   - again: the finding about a part of the scenario; nil for none, or for another one.
  package func shortened(
    _ scenario: Scenario, block: Int, again: (Scenario) throws -> Finding?
  ) rethrows -> Finding {
    var result = self
    let shortest = try scenario.shortest(block: block) { part in
      guard let found = try again(part), found.id == id, found.subject == subject, found.severity == severity else {
        return false
      }
      result = found
      return true
    }
    guard let shortest else { return self }
    result.count = count
    return result.stating(shortest)
  }

  /// The finding with the steps of a scenario.
  package func stating(_ scenario: Scenario) -> Finding {
    var finding = self
    finding.steps = scenario.steps
    return finding
  }
}
