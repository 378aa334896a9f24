import ValidationModel

/// Collects the findings of its statements in order, those in `if` and `for` included.
@resultBuilder
enum FindingsBuilder {
  static func buildExpression(_ finding: Finding) -> [Finding] { [finding] }
  static func buildExpression(_ finding: Finding?) -> [Finding] { finding.map { [$0] } ?? [] }
  static func buildExpression(_ findings: [Finding]) -> [Finding] { findings }
  /// A statement without a finding.
  static func buildExpression(_: Void) -> [Finding] { [] }
  static func buildBlock(_ parts: [Finding]...) -> [Finding] { parts.flatMap(\.self) }
  static func buildOptional(_ part: [Finding]?) -> [Finding] { part ?? [] }
  static func buildEither(first part: [Finding]) -> [Finding] { part }
  static func buildEither(second part: [Finding]) -> [Finding] { part }
  static func buildArray(_ parts: [[Finding]]) -> [Finding] { parts.flatMap(\.self) }
}

extension CheckOutcome {
  static func findings(@FindingsBuilder _ findings: () throws -> [Finding]) rethrows -> CheckOutcome {
    .findings(try findings())
  }
}
