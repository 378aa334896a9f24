import Foundation
import Testing

/// Recording of the heap and lock calls of a dlopened library in a Swift executable.
@Suite struct InterpositionTests {
  @Test(
    "each heap function is recorded with its caller",
    arguments: [
      ("heap_malloc", ["malloc 100"]), ("heap_calloc", ["calloc 100"]), ("heap_realloc", ["realloc 200"]),
      ("heap_reallocarray", ["realloc 300"]), ("heap_new", ["malloc 32"]), ("heap_strdup", ["malloc 24"]),
      ("heap_aligned", ["posix_memalign 256", "aligned_alloc 256", "memalign 256", "valloc 256", "pvalloc 4096"]),
    ])
  func heap(function: String, expected: [String]) throws {
    let outcome = try ProbeChild.run("watch", function)
    #expect(outcome.status == 0)
    #expect(outcome.lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == expected)
    if !["heap_new", "heap_strdup", "heap_reallocarray"].contains(function) {
      #expect(outcome.lines.allSatisfy { $0.hasSuffix(function) })
    }
  }

  @Test("operator new fails as without the interposers: its exception passes through them")
  func exhausted() throws {
    let outcome = try ProbeChild.run("watch", "heap_exhausted")
    #expect(outcome.status == 0)
    #expect(outcome.lines.last?.hasPrefix("malloc 40 ") == true)
  }

  @Test("free() is recorded")
  func free() throws {
    let outcome = try ProbeChild.run("watch", "heap_malloc", "heap_free")
    #expect(outcome.lines.map { $0.split(separator: " ").first } == ["malloc", "free"])
  }

  @Test(
    "each lock function that can block is recorded with its caller",
    arguments: [
      ("lock_mutex", ["pthread_mutex_lock"]),
      ("lock_spin", ["pthread_spin_lock"]),
      ("lock_timed", ["pthread_mutex_timedlock", "pthread_mutex_clocklock"]),
      ("lock_condition", ["pthread_cond_timedwait", "pthread_cond_clockwait"]),
      ("lock_rwlock", ["pthread_rwlock_rdlock", "pthread_rwlock_wrlock"]),
      ("lock_semaphore", ["sem_wait", "sem_timedwait"]),
      ("lock_standard", ["mtx_lock", "cnd_timedwait"]),
    ])
  func locks(function: String, expected: [Substring]) throws {
    let outcome = try ProbeChild.run("watch", function)
    #expect(outcome.status == 0)
    #expect(outcome.lines.map { $0.split(separator: " ")[0] } == expected)
    #expect(outcome.lines.allSatisfy { $0.hasSuffix(function) })
  }

  @Test("alloca(), try functions, arithmetic and clock_gettime() are not recorded")
  func innocent() throws {
    let outcome = try ProbeChild.run("watch", "innocent")
    #expect(outcome.status == 0)
    #expect(outcome.lines == [])
  }

  /// The executable is first in the symbol search order, so any other exported name would replace a plug-in's function.
  @Test("the executable exports exactly the interposers")
  func exports() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Shared/C/CProbe")
    let map = try String(contentsOf: sources.appending(path: "exports.map"), encoding: .utf8)
    let listed = map.matches(of: /([A-Za-z_0-9]+);/).map { String($0.1) }.filter { $0 != "local" }
    let symbols = try ProbeChild.symbols()
    #expect(symbols.sorted() == listed.sorted())
    #expect(symbols.contains("malloc") && symbols.count > 30)
  }
}
