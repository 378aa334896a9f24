extension Array {
  /// Removes elements, many at once and then fewer, without which the condition holds too; at least one remains.
  ///
  /// The removal of one element can make another one unnecessary, so single elements are tried until none can be removed.
  package mutating func reduce(while holds: ([Element]) throws -> Bool) rethrows {
    var length = count / 2
    while length > 0 {
      let size = count
      var start = 0
      while start < count, count > 1 {
        var others = self
        others.removeSubrange(start..<Swift.min(start + length, count))
        if !others.isEmpty, try holds(others) { self = others } else { start += length }
      }
      if length > 1 || count == size { length /= 2 }
    }
  }
}
