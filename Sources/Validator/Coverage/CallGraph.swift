/// Which functions of a library refer to which. A function is read when it is asked for, because most functions of a large
/// library are of no interest.
struct CallGraph {
  /// What the code of a function refers to, as indices of functions.
  struct References {
    /// Functions that are called, or jumped to at the end.
    var calls: Set<Int> = []
    /// Functions whose address is taken, and those in tables whose address is taken, such as virtual functions.
    var addresses: Set<Int> = []
    /// Other ranges of code that belong to the function, such as what the compiler moved away because it seldom runs.
    var parts: Set<Int> = []
    /// Whether the code jumps into another function: it is a part of that one.
    var isPart = false
    /// Whether the code only passes on to another function: a stub of the linker, or a thunk of a virtual function.
    var isThunk = false
  }

  let image: LibraryImage
  private var known: [Int: References] = [:]

  init(_ image: LibraryImage) { self.image = image }

  mutating func references(of function: Int) -> References {
    if let references = known[function] { return references }
    let range = image.functions[function]
    let references =
      image.withCode(from: range.start, to: range.end) { code in
        switch image.machine {
        case .x86: read(ScannerX86(code, at: range.start), function)
        case .arm64: read(ScannerARM64(code, at: range.start), function)
        }
      } ?? References()
    known[function] = references
    return references
  }

  private func read(_ scanner: some InstructionScanner, _ function: Int) -> References {
    var scanner = scanner
    var result = References()
    let range = image.functions[function]
    result.isPart = range.isPart
    var count = 0
    while let reference = scanner.next() {
      count += 1
      switch reference.kind {
      case .call, .jump, .conditionalJump:
        if reference.address >= range.start && reference.address < range.end { continue }
        add(branch: reference, to: &result)
      case .callThroughMemory:
        if case .own(let target)? = image.relocations[reference.address], let callee = index(at: target) {
          result.calls.insert(callee)
        }
      case .address: add(address: reference.address, to: &result)
      case .memory:
        if case .own(let target)? = image.relocations[reference.address] { add(address: target, to: &result) }
      }
    }
    result.isThunk = count == 1 && range.end - range.start <= Self.largestThunk && result.calls.count == 1
    return result
  }

  /// In bytes: an addition to the pointer to the object, by a value of 4 bytes or from the table, and a jump.
  private static let largestThunk: UInt64 = 24

  private func add(branch reference: Reference, to result: inout References) {
    if let target = index(at: reference.address) {
      let isJump = reference.kind != .call
      if reference.kind == .conditionalJump || isJump && image.functions[target].isPart {
        result.parts.insert(target)
      } else {
        result.calls.insert(target)
      }
    } else if let target = index(containing: reference.address), !isStub(target) {
      if reference.kind != .call { result.isPart = true }
    } else if let target = throughStub(reference.address) {
      result.calls.insert(target)
    }
  }

  private func add(address: UInt64, to result: inout References) {
    if let function = index(at: address) {
      result.addresses.insert(function)
      return
    }
    // A table of functions, up to the first word that is something else.
    for place in stride(from: address, to: address &+ 8 * Self.largestTable, by: 8) {
      guard let target = image.relocations[place] else { return }
      guard case .own(let start) = target else { continue }
      guard let function = index(at: start) ?? throughStub(start) else { return }
      result.addresses.insert(function)
    }
  }

  private static let largestTable: UInt64 = 4096

  // MARK: Functions by address

  /// The index of the function that starts at an address.
  func index(at address: UInt64) -> Int? {
    let index = firstIndex(from: address)
    guard index < image.functions.count, image.functions[index].start == address, !isStub(index) else { return nil }
    return index
  }

  private func index(containing address: UInt64) -> Int? {
    let index = firstIndex(from: address &+ 1) - 1
    return index >= 0 && address < image.functions[index].end ? index : nil
  }

  /// The index of the first function that starts at an address or after it.
  private func firstIndex(from address: UInt64) -> Int {
    var (low, high) = (0, image.functions.count)
    while low < high {
      let middle = (low + high) / 2
      if image.functions[middle].start < address { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a range contains stubs of the linker: the first instruction jumps by a pointer or pushes one.
  func isStub(_ function: Int) -> Bool {
    switch image.machine {
    case .x86:
      let place = afterMarks(image.functions[function].start)
      return [0x25ff, 0x35ff].contains(image.word(place, UInt16.self))
    case .arm64: return image.word(image.functions[function].start, UInt32.self) == 0xa9bf_7bf0
    }
  }

  /// The function that a stub of the linker at an address jumps to, if it is one of this library.
  private func throughStub(_ address: UInt64) -> Int? {
    let slot: UInt64?
    switch image.machine {
    case .x86:
      let place = afterMarks(address)
      guard image.word(place, UInt16.self) == 0x25ff, let displacement = image.word(place + 2, Int32.self) else {
        return nil
      }
      slot = place &+ 6 &+ UInt64(bitPattern: Int64(displacement))
    case .arm64:
      slot =
        image.withCode(from: address, to: address + 8) { code in
          var scanner = ScannerARM64(code, at: address)
          return scanner.next()?.address
        } ?? nil
    }
    guard let slot, case .own(let target)? = image.relocations[slot] else { return nil }
    return index(at: target)
  }

  /// The address after the instruction endbr64 and the prefix bnd.
  private func afterMarks(_ address: UInt64) -> UInt64 {
    let place = image.word(address, UInt32.self) == 0xfa1e_0ff3 ? address &+ 4 : address
    return image.word(place, UInt8.self) == 0xf2 ? place &+ 1 : place
  }
}
