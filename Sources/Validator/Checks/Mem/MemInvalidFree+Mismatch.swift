import Model
import Support
import TestHost

extension MemInvalidFree {
  /// The number of findings about mismatched releases in one function of the plug-in.
  private static let reported = 6

  /// One finding for each function of the plug-in that releases blocks of one other function by one that does not match the
  /// allocation, or with another size.
  static func mismatches(of events: [WatchedEvent], in call: String, _ context: PluginContext) -> [Finding] {
    let code = context.plugin.code
    let releases = events.filter { isOwn($0, code) }.compactMap { event in
      event.difference.flatMap { difference in
        event.allocation.map { MismatchedRelease(difference, allocation: $0, stack: event.stack, count: event.count) }
      }
    }
    guard !releases.isEmpty, !hasOperators(context.plugin.binaryPath) else { return [] }
    return findings(of: releases, in: call, context)
  }

  /// What the library does while a host loads it, lists its plug-ins and closes it; nil if that shows nothing.
  static func usageOfLibrary(_ context: PluginContext) -> LibraryUsage? {
    guard let path = context.plugin.binaryPath, !hasOperators(path) else { return nil }
    return LibraryUsage(loading: resolvedPath(path) ?? path, times: 1)
  }

  /// One finding for each function that releases blocks wrongly in the meantime.
  static func mismatches(in usage: LibraryUsage?, _ context: PluginContext) -> [Finding] {
    let releases = (usage?.mismatches ?? []).map {
      MismatchedRelease($0.difference, allocation: $0.allocation, stack: $0.stack, count: 1)
    }
    return findings(of: releases, in: "dlclose()", context)
  }

  private static func findings(
    of releases: [MismatchedRelease], in call: String, _ context: PluginContext
  ) -> [Finding] {
    var groups: [MismatchedRelease] = []
    for release in releases {
      if let known = groups.firstIndex(where: { $0.hasCause(of: release) }) {
        groups[known].count += release.count
      } else {
        groups.append(release)
      }
    }
    return groups.prefix(reported).map { finding($0, in: call, context) }
  }

  private static func finding(_ release: MismatchedRelease, in call: String, _ context: PluginContext) -> Finding {
    let difference = release.difference
    let origin = release.allocator.map { " in \($0)" } ?? ""
    let block =
      (release.count > 1 ? "\(release.count) blocks, first one" : "a block") + " of "
      + "\(difference.bytes.counted("byte")), which \(difference.allocator) had allocated\(origin)"
    func finding(_ message: Message, _ text: String, naming names: [String] = []) -> Finding {
      Self.finding(
        message, about: release.releaser ?? difference.releaser, "\(call) called \(difference.releaser) \(text)",
        naming: names, count: release.count, call: Call(call), seed: context.seed,
        backtrace: release.backtrace.isEmpty ? nil : release.backtrace)
    }
    guard let size = difference.releasedBytes else {
      return finding(
        .mismatched, "for \(block); expected \(difference.matching).",
        naming: [difference.matching, difference.allocator])
    }
    return finding(.size, "with the size \(size) for \(block).")
  }

  /// Whether the plug-in's code itself allocated and released the block, by calls of these functions.
  private static func isOwn(_ event: WatchedEvent, _ code: PluginCode) -> Bool {
    guard let allocation = event.allocation, code.holds(allocation) else { return false }
    return event.isTailCall || event.stack.first.map(code.holds) ?? false
  }

  /// Whether the library has operators of its own, of which some can be called without the dynamic linker.
  private static func hasOperators(_ path: String?) -> Bool {
    guard let library = path.flatMap(ELFFile.init(path:)) else { return false }
    return ["_Znwm", "_Znam", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm"].contains(where: library.exports)
  }
}

/// A release of heap blocks by a function that does not match their allocation, or with another size.
private struct MismatchedRelease {
  let difference: HeapMismatch
  /// The name of the function that allocated the block; nil if unknown.
  let allocator: String?
  let backtrace: [StackFrame]
  var count: Int

  init(_ difference: HeapMismatch, allocation: StackFrame, stack: [StackFrame], count: Int) {
    self.difference = difference
    allocator = [allocation].symbolized()[0].function
    backtrace = stack.symbolized()
    self.count = count
  }

  /// The name of the function that released the block; nil if unknown.
  var releaser: String? { backtrace.first?.function }

  /// Whether another release, of a block that can have another size, is probably in the same function.
  func hasCause(of other: MismatchedRelease) -> Bool {
    difference.isLike(other.difference) && allocator == other.allocator && releaser == other.releaser
      && (releaser != nil || callers == other.callers)
  }

  /// The return addresses behind the function that released the block.
  private var callers: [UInt64?] { backtrace.dropFirst().map(\.offset) }
}
