/// A check of a bundle's files, whether or not any plug-in can be found in them. Nothing is loaded.
public protocol BundleCheck: Check {
  /// Looks at the bundle and says what is wrong.
  ///
  /// - Throws: a fault of the validator; what is wrong with the bundle is a finding.
  static func run(in context: BundleContext) throws -> CheckOutcome
}
