import Testing

/// The clocks and the threads of the process.
@Suite struct ProcessTests {
  @Test("probe_clock_advance() advances the time of day and not the monotonic clock")
  func clockAdvance() throws {
    #expect(try ProbeChild.run("clock", "clocks_ahead").lines == ["0", "22220"])
  }

  @Test("waits end at their deadlines, of the advanced time of day and of the monotonic clock")
  func deadlines() throws {
    #expect(try ProbeChild.run("clock", "deadlines_kept").lines == ["16", "16"])
  }

  @Test("gettimeofday() permits NULL for the result and sets the time zone to 0")
  func gettimeofday() throws {
    #expect(try ProbeChild.run("clock", "clock_without_answer").lines == ["0", "0"])
    #expect(try ProbeChild.run("clock", "clock_zone").lines == ["0", "0"])
  }

  @Test(
    "probe_threads_wait() waits until the plug-in's threads are blocked or ended, or until the timeout",
    arguments: [
      ("thread_that_waits", "false true"), ("thread_that_works", "false false"), ("thread_that_ends", "true true"),
      ("heap_malloc", "true true"),
    ])
  func threads(function: String, expected: String) throws {
    #expect(try ProbeChild.run("threads", function).lines == [expected])
  }
}
