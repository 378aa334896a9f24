extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// The number as people write it: a whole one without `.0`.
  package var plain: String { rounded() == self && magnitude < 1e9 ? String(Int(self)) : String(self) }
}
