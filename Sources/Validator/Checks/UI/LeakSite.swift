import InterfaceHost
import Model
import TestHost

/// Where an interface allocates what each repetition of the same actions leaves behind.
///
/// A stack takes microseconds, so only those of the last repetitions are recorded, of allocations that the one before left behind.
enum LeakSite {
  private static let allocators = ["/libc.so", "/libstdc++.so", "/libc++.so"]

  /// Prepares a repetition, after another one, and those that follow.
  static func begin(_ context: InterfaceContext) {
    let origins = AllocationLedger.recentOrigins
    let images = AllocationLedger.images(of: origins)
    if images.contains(where: { isOwn($0, context) || isAllocator($0) }) { AllocationLedger.recordStacks(of: origins) }
    AllocationLedger.mark()
  }

  /// The stack that left the most bytes behind in the last repetition; nil if a library other than that of the interface did.
  static func found(_ context: InterfaceContext) -> [StackFrame]? {
    guard let site = AllocationLedger.largestSite else { return nil }
    // The caller of malloc(), directly, by another function of libc or by the C++ library.
    let caller = site.first { frame in !(frame.image.map(isAllocator) ?? false) }
    return caller?.image.map { isOwn($0, context) } ?? false ? site : nil
  }

  private static func isOwn(_ image: String, _ context: InterfaceContext) -> Bool {
    image.hasPrefix(context.interface.bundlePath)
  }

  private static func isAllocator(_ image: String) -> Bool { allocators.contains { image.contains($0) } }
}
