import TestHost

/// The shortest form of a scenario.
extension Scenario {
  /// The most attempts, and their processor time in seconds.
  private static let (attempts, budget) = (200, 2.0)

  /// The scenario without passages, controls, events and frames without which `holds` returns true too; nil if it returns
  /// false for the scenario itself.
  ///
  /// The attempts are limited, so that the result of a long scenario may still have what it does not need.
  ///
  /// - Parameter block: the longest length of a block, in frames. What happens keeps its places inside blocks.
  package func shortest(block: Int, while holds: (Scenario) throws -> Bool) rethrows -> Scenario? {
    // What an attempt finds is not a result of the check.
    let note = FindingJournal.note
    FindingJournal.note = nil
    defer { FindingJournal.note = note }
    let start = ProcessSnapshot.threadTime
    var attempts = 0
    func mayHold(_ scenario: Scenario) throws -> Bool {
      guard attempts < Self.attempts, ProcessSnapshot.threadTime - start < Self.budget else { return false }
      attempts += 1
      return try holds(scenario)
    }
    guard try mayHold(self) else { return nil }
    var scenario = self
    try scenario.shorten(block: block, while: mayHold)
    return scenario
  }

  private mutating func shorten(block: Int, while holds: (Scenario) throws -> Bool) rethrows {
    try attempt(holds) { $0.passages = Array($0.passages.suffix(1)) }
    try attempt(holds) { $0.controls = [] }
    var controls = controls
    try controls.reduce { part in try holds(replacing(\.controls, part)) }
    self.controls = controls
    for index in passages.indices {
      try attempt(holds) { $0.passages[index].score = [] }
      let events = passages[index].score
      var gestures = passages[index].gestures
      func score(of part: [[Int]]) -> [Event] { part.joined().sorted().map { events[$0] } }
      try gestures.reduce { part in try holds(replacing(\.passages[index].score, score(of: part))) }
      passages[index].score = score(of: gestures)
      var score = passages[index].score
      try score.reduce { part in try holds(replacing(\.passages[index].score, part)) }
      passages[index].score = score
      try attempt(holds) { $0.passages[index].signal = .silence }
      try attempt(holds) { $0.passages[index].blocks = [] }
      try shortenPauses(of: index, block: passages[index].blocks.max() ?? block, holds)
    }
  }

  /// Moves events to earlier blocks, and ends the passage soon after the last one.
  private mutating func shortenPauses(of index: Int, block: Int, _ holds: (Scenario) throws -> Bool) rethrows {
    for event in passages[index].score.indices {
      let score = passages[index].score
      let pause = (score[event].frame - (event > 0 ? score[event - 1].frame : 0)) / block
      for blocks in Self.halves(of: pause) {
        if try attempt(holds, { $0.passages[index].advance(from: event, by: blocks * block) }) { break }
      }
    }
    let last = passages[index].score.last?.frame ?? 0
    let rest = (passages[index].frames - 1) / block - last / block
    for blocks in Self.halves(of: rest) {
      if try attempt(holds, { $0.passages[index].frames -= blocks * block }) { break }
    }
  }

  /// All of a number, half of it and so on, down to 1; empty for 0.
  private static func halves(of number: Int) -> [Int] {
    Array(sequence(first: number) { $0 / 2 }.prefix { $0 > 0 })
  }

  private func replacing<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var other = self
    other[keyPath: path] = value
    return other
  }

  /// Makes a change if the condition holds after it. Returns whether there is a change that was made.
  @discardableResult
  private mutating func attempt(
    _ holds: (Scenario) throws -> Bool, _ change: (inout Scenario) -> Void
  ) rethrows -> Bool {
    var other = self
    change(&other)
    guard other != self, try holds(other) else { return false }
    self = other
    return true
  }
}

extension Scenario.Passage {
  /// Moves an event and all later ones, and the end, to earlier frames.
  fileprivate mutating func advance(from event: Int, by frames: Int) {
    for index in event..<score.count { score[index].frame -= frames }
    self.frames -= frames
  }
}

extension Scenario {
  /// The scenario up to a number of frames from its start.
  package func prefix(_ frames: Int) -> Scenario {
    var (part, rest) = (self, frames)
    part.passages = []
    for var passage in passages where rest > 0 {
      passage.frames = min(passage.frames, rest)
      passage.score.removeAll { $0.frame >= passage.frames }
      rest -= passage.frames
      part.passages.append(passage)
    }
    return part
  }
}
