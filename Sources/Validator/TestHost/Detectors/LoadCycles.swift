import CProbe
import FoundationEssentials
import Glibc
import Model

/// Opens and closes the library again and again in a copy of the process, and counts the bytes of the heap.
package struct LoadCycles {
  /// The first cycles can allocate what the C library keeps.
  private static let (warmUp, counted) = (4, 6)
  private let copy: ForkedCopy

  /// Create this before the library is loaded.
  package init(_ path: String) {
    copy = ForkedCopy(capacity: Self.counted) { _ in Self.growths(path) }
  }

  /// In bytes: less can be what a cycle happens to keep.
  private static let least = 64

  /// The least number of bytes that one of the counted cycles left on the heap; 0 if it is small, or if the library cannot be
  /// closed.
  package var leakedBytes: Int {
    let least = copy.samples(0)?.min() ?? 0
    return least >= Float(Self.least) ? Int(least) : 0
  }

  private static func growths(_ path: String) -> [Float]? {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { return nil }
    keepOthers(path)
    dlclose(library)
    guard !isLoaded(path) else { return nil }
    AllocationLedger.begin()
    var bytes: [Int] = []
    bytes.reserveCapacity(warmUp + counted + 1)
    for _ in 0...(warmUp + counted) {
      probe_watch_begin(.ownership)
      defer { _ = probe_watch_end() }
      guard let library = InstanceUnderTest.noted("dlopen", { dlopen(path, RTLD_NOW | RTLD_LOCAL) }) else { return nil }
      InstanceUnderTest.noted("dlclose") { _ = dlclose(library) }
      bytes.append(Int(AllocationLedger.bytes))
    }
    return zip(bytes, bytes.dropFirst()).suffix(counted).map { Float($1 - $0) }
  }

  /// Keeps the other libraries that are loaded now: what they leave behind is not a leak of this library.
  private static func keepOthers(_ path: String) {
    let name = path.split(separator: "/").last ?? ""
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let files = Set(
      maps.split(separator: "\n").compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } })
    for file in files.sorted() where file.contains(".so") && !file.hasSuffix("/\(name)") {
      _ = dlopen(file, RTLD_NOW | RTLD_NOLOAD)
    }
  }

  private static func isLoaded(_ path: String) -> Bool {
    guard let library = dlopen(path, RTLD_NOW | RTLD_NOLOAD) else { return false }
    dlclose(library)
    return true
  }
}
