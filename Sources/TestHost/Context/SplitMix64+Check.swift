import Support
import ValidationModel

extension SplitMix64 {
  /// The random numbers of one check in a run.
  ///
  /// They depend on the seed of the run and the id of the check alone, so that the choice of other checks does not change
  /// them.
  package init(seed: UInt32, check: CheckID) {
    self.init(seed: FNV1a.hash(check.rawValue.utf8) ^ UInt64(seed))
  }
}
