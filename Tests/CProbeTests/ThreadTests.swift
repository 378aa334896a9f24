import Testing

/// The threads that a plug-in starts.
@Suite struct ThreadTests {
  @Test(
    "threads that work are waited for until they wait, and no longer than it was said",
    arguments: [
      ("thread_that_waits", "false true"), ("thread_that_works", "false false"), ("thread_that_ends", "true true"),
      ("heap_malloc", "true true"),
    ])
  func rest(function: String, expected: String) throws {
    #expect(try ProbeChild.run("threads", function).lines == [expected])
  }
}
