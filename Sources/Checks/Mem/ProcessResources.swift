import CProbe
import TestHost

/// How much of what a process can run out of is in use.
struct ProcessResources {
  var descriptors = 0
  var threads = 0
  /// Bytes mapped, but for what the C library's heap has mapped for itself.
  var mapped = 0

  init() {
    withUnsafeMutablePointer(to: &self) { resources in
      probe_snapshot_walk(
        { context, aspect, name, value in
          guard let resources = context?.assumingMemoryBound(to: ProcessResources.self), let name, let value
          else { return }
          switch aspect {
          case .descriptor: resources.pointee.descriptors += 1
          case .thread: resources.pointee.threads += 1
          case .mapping: resources.pointee.mapped += ProcessResources.bytes(range: name, rest: value)
          default: break
          }
        }, resources)
    }
    mapped -= Int(probe_heap_mapped_bytes())
  }

  /// The size of one line of /proc/self/maps; 0 for the heap and the stack, which grow by themselves, and for memory
  /// without access, which is reserved only.
  private static func bytes(range: UnsafePointer<CChar>, rest: UnsafePointer<CChar>) -> Int {
    let rest = String(cString: rest)
    if rest.hasPrefix("---") || rest.hasSuffix("[heap]") || rest.hasSuffix("[stack]") { return 0 }
    let ends = String(cString: range).split(separator: "-").compactMap { Int($0, radix: 16) }
    return ends.count == 2 ? ends[1] - ends[0] : 0
  }
}
