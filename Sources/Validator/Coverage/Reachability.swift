/// Which functions code can reach from those that ran.
///
/// A function counts as reachable if it ran, if code that ran takes its address, or if a function that is reachable calls
/// it. Addresses in code that did not run do not count, nor those that lv2_descriptor() and the constructors of the
/// library take: these are the functions of other plug-ins in the same library.
struct Reachability {
  struct NotRun {
    let function: Int
    /// A function that ran and calls this one; nil if there is none.
    let caller: Int?
    /// Whether a function that did not run calls it, rather than that its address is taken.
    let isCalled: Bool
  }

  private(set) var ran: Set<Int> = []
  private(set) var notRun: [NotRun] = []

  /// - Parameter ran: the ranges of code of which the first instruction ran.
  init(_ graph: inout CallGraph, ran marked: Set<Int>) {
    var parts: Set<Int> = []
    for function in marked {
      let references = graph.references(of: function)
      if references.isPart { parts.insert(function) }
      parts.formUnion(references.parts)
    }
    ran = marked.filter { !parts.contains($0) && !graph.isStub($0) }
    var callers: [Int: Int] = [:]
    var addresses: Set<Int> = []
    for function in ran.sorted() {
      let references = Self.all(of: function, &graph)
      for callee in references.calls where callers[callee] == nil { callers[callee] = function }
      if graph.image.functions[function].start != graph.image.entryPoint { addresses.formUnion(references.addresses) }
    }
    collect(&graph, callers, addresses, known: ran.union(parts))
    ran = ran.filter { !graph.references(of: $0).isThunk }
  }

  private mutating func collect(
    _ graph: inout CallGraph, _ callers: [Int: Int], _ addresses: Set<Int>, known: Set<Int>
  ) {
    var known = known
    // In the order of the distance from what ran.
    var queue = callers.sorted { $0.key < $1.key }.map {
      (function: $0.key, caller: Int?.some($0.value), isCalled: true)
    }
    queue += addresses.subtracting(callers.keys).sorted().map { (function: $0, caller: nil, isCalled: false) }
    var next = 0
    while next < queue.count {
      let (function, caller, isCalled) = queue[next]
      next += 1
      guard known.insert(function).inserted else { continue }
      let references = Self.all(of: function, &graph)
      if references.isPart { continue }
      if !references.isThunk { notRun.append(NotRun(function: function, caller: caller, isCalled: isCalled)) }
      known.formUnion(references.parts)
      queue += references.calls.sorted().map {
        (function: $0, caller: references.isThunk ? caller : nil, isCalled: references.isThunk ? isCalled : true)
      }
    }
  }

  /// The references of a function and of its parts.
  private static func all(of function: Int, _ graph: inout CallGraph) -> CallGraph.References {
    var result = graph.references(of: function)
    var waiting = result.parts
    while let part = waiting.popFirst() {
      let references = graph.references(of: part)
      result.calls.formUnion(references.calls)
      result.addresses.formUnion(references.addresses)
      waiting.formUnion(references.parts.subtracting(result.parts))
      result.parts.formUnion(references.parts)
    }
    return result
  }
}
