import Testing

/// Fill patterns, invalid frees and blocks left behind.
@Suite struct HeapTests {
  @Test(
    "a free that no heap can honour is recorded and swallowed",
    arguments: [
      ("invalid_double", "double free"), ("invalid_realloc", "double free"), ("invalid_static", "foreign free"),
      ("invalid_stack", "foreign free"), ("invalid_interior", "foreign free"), ("invalid_unaligned", "foreign free"),
    ])
  func invalid(function: String, kind: String) throws {
    let outcome = try ProbeChild.run("heap", function)
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines[0].hasPrefix(kind) && outcome.lines[0].hasSuffix(function))
  }

  @Test("malloc aligns no better than it promises, where it is told so")
  func leastAlignment() throws {
    #expect(try ProbeChild.run("align", "well_aligned_blocks").lines == ["true", "false"])
  }

  @Test("frees that are in order are not recorded")
  func valid() throws {
    #expect(try ProbeChild.run("heap", "valid_frees").lines == ["alive 0 0 -"])
  }

  @Test("a size that no heap has room for is refused")
  func endless() throws {
    #expect(try ProbeChild.run("heap", "heap_endless").status == 0)
  }

  @Test("a process that is forked while another thread allocates finds the account in order")
  func fork() throws {
    #expect(try ProbeChild.run("heap", "fork_among_threads").status == 0)
  }

  @Test("what is left alive is told, with the place", arguments: [("leak", "leak"), ("leak_by_thread", "leak")])
  func leak(function: String, place: String) throws {
    let outcome = try ProbeChild.run("heap", function)
    let words = try #require(outcome.lines.last).split(separator: " ")
    // A thread's own bookkeeping in the C library (its thread-local storage) may stay as well.
    #expect(Int(words[2])! >= 1000)
    #expect(function != "leak" || outcome.lines == ["alive 1 1000 leak"])
  }

  @Test(
    "fresh memory holds the pattern, and zeroed memory zeros",
    arguments: [
      ("fresh_byte", 0x00, 0x00), ("fresh_byte", 0xCD, 0xCD), ("fresh_byte", 0x3F, 0x3F),
      ("fresh_aligned_byte", 0x00, 0x00), ("fresh_aligned_byte", 0xCD, 0xCD),
      ("grown_byte", 0x00, 0x00), ("grown_byte", 0xCD, 0xCD), ("zeroed_byte", 0xCD, 0x00),
    ])
  func fill(function: String, pattern: Int, expected: Int) throws {
    #expect(try ProbeChild.run("fill", function, "\(pattern)").lines == ["\(expected)"])
  }
}
