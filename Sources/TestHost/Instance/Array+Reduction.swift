extension Array {
  /// Removes elements, many at once and then fewer, without which the condition holds too; at least one remains.
  package mutating func reduce(while holds: ([Element]) throws -> Bool) rethrows {
    var length = count / 2
    while length > 0 {
      var start = 0
      while start < count, count > 1 {
        var others = self
        others.removeSubrange(start..<Swift.min(start + length, count))
        if !others.isEmpty, try holds(others) { self = others } else { start += length }
      }
      length /= 2
    }
  }
}
