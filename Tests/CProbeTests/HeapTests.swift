import Testing

/// Fill patterns, invalid frees and leaks.
@Suite struct HeapTests {
  @Test(
    "an invalid free is recorded and ignored",
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

  @Test("probe_heap_minimum_alignment() limits the alignment to the guaranteed one")
  func minimumAlignment() throws {
    #expect(try ProbeChild.run("align", "well_aligned_blocks").lines == ["true", "false"])
  }

  @Test("valid frees are not recorded")
  func valid() throws {
    #expect(try ProbeChild.run("heap", "valid_frees").lines == ["alive 0 0 -"])
  }

  @Test("an allocation with an overflowing size fails")
  func endless() throws {
    #expect(try ProbeChild.run("heap", "heap_endless").status == 0)
  }

  @Test("a process can fork while another thread allocates")
  func fork() throws {
    #expect(try ProbeChild.run("heap", "fork_among_threads").status == 0)
  }

  @Test(
    "a leaked block is reported with the function of its allocation",
    arguments: [("leak", "leak"), ("leak_by_thread", "leak")])
  func leak(function: String, place: String) throws {
    let outcome = try ProbeChild.run("heap", function)
    let words = try #require(outcome.lines.last).split(separator: " ")
    // The C library's thread-local storage of the thread may remain too.
    #expect(Int(words[2])! >= 1000)
    #expect(function != "leak" || outcome.lines == ["alive 1 1000 leak"])
  }

  @Test(
    "new memory contains the pattern, and calloc() returns zeros",
    arguments: [
      ("fresh_byte", 0x00, 0x00), ("fresh_byte", 0xCD, 0xCD), ("fresh_byte", 0x3F, 0x3F),
      ("fresh_aligned_byte", 0x00, 0x00), ("fresh_aligned_byte", 0xCD, 0xCD),
      ("grown_byte", 0x00, 0x00), ("grown_byte", 0xCD, 0xCD), ("zeroed_byte", 0xCD, 0x00),
    ])
  func fill(function: String, pattern: Int, expected: Int) throws {
    #expect(try ProbeChild.run("fill", function, "\(pattern)").lines == ["\(expected)"])
  }
}
