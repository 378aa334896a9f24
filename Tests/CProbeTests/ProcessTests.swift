import Testing

/// The time of day that a plug-in sees.
@Suite struct ClockTests {
  @Test("the time of day jumps ahead, and clocks of intervals go on")
  func advance() throws {
    #expect(try ProbeChild.run("clock", "clocks_ahead").lines == ["0", "22220"])
  }

  @Test("deadlines of the time of day are as far off as they look, and those of a clock of intervals as they are")
  func deadlines() throws {
    #expect(try ProbeChild.run("clock", "deadlines_kept").lines == ["16", "16"])
  }

  @Test("nobody has to take the answer")
  func withoutAnswer() throws {
    #expect(try ProbeChild.run("clock", "clock_without_answer").lines == ["0", "0"])
    #expect(try ProbeChild.run("clock", "clock_zone").lines == ["0", "0"])
  }
}
