import Glibc

/// A NULL-terminated array of C strings, in the form of `argv` and `environ`.
public struct CStrings: ~Copyable {
  // SAFETY: init() allocates the array and its strings, and only deinit frees them. Functions may permute the pointers.
  public let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  public init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() { (pointers + index).initialize(to: strdup(string)) }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
