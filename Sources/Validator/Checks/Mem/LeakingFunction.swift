import LV2Host
import Model
import Support
import TestHost

/// A function of the plug-in that allocates what a cycle does not free.
struct LeakingFunction {
  let name: String
  /// What each cycle leaves.
  fileprivate(set) var bytes: UInt64
  /// The stack of the largest allocation.
  fileprivate(set) var backtrace: [StackFrame]
  fileprivate var largest: UInt64

  /// The functions, those first that leave the most bytes, found in two cycles with the stacks of their allocations.
  ///
  /// Empty if the symbols of the library do not name a function that leaves most of the memory.
  static func all(_ context: PluginContext, cycle: () throws -> Void) rethrows -> [LeakingFunction] {
    let first = try sites(cycle)
    let second = try sites(cycle)
    let code = PluginCode(
      bundle: context.plugin.bundlePath, binary: context.plugin.binaryPath.map { resolvedPath($0) ?? $0 })
    var functions: [String: LeakingFunction] = [:]
    var unnamed: UInt64 = 0
    for (stack, bytes) in first {
      guard let other = second[stack] else { continue }
      let least = min(bytes, other)
      let frames = StackFrame.stack(stack).symbolized()
      guard let name = name(of: frames, in: code) else {
        unnamed += least
        continue
      }
      var function = functions[name] ?? LeakingFunction(name: name, bytes: 0, backtrace: frames, largest: 0)
      function.bytes += least
      if least > function.largest { (function.largest, function.backtrace) = (least, frames) }
      functions[name] = function
    }
    let named = functions.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    return named.reduce(0) { $0 + $1.bytes } > unnamed ? named : []
  }

  private static func sites(_ cycle: () throws -> Void) rethrows -> [[UnsafeMutableRawPointer?]: UInt64] {
    AllocationLedger.mark()
    try cycle()
    var sites: [[UnsafeMutableRawPointer?]: UInt64] = [:]
    // The part of the stack that is not of this program, which calls from several places.
    for (stack, bytes) in AllocationLedger.sites { sites[StackFrame.outsideHost(stack), default: 0] += bytes }
    return sites
  }

  /// The innermost function of the plug-in that is not a part of the C++ library.
  private static func name(of frames: [StackFrame], in code: PluginCode) -> String? {
    let own = frames.filter(code.holds)
    let function = own.first { frame in
      guard let name = frame.function else { return true }
      return !["std::", "void std::", "__gnu_cxx::", "void* std::", "operator new"].contains { name.hasPrefix($0) }
        && !name.contains(" std::") && !name.hasPrefix("_ZNSt") && !name.hasPrefix("_ZNKSt")
    }
    return function?.function.map(withoutThunk)
  }

  /// A thunk only changes the pointer to the object before it continues with the function.
  private static func withoutThunk(_ name: String) -> String {
    ["non-virtual thunk to ", "virtual thunk to "].first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) }
      ?? name
  }
}
