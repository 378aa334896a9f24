import Testing

@testable import LV2Kit

@Suite struct ControlPortTests {
  private let port = ControlPort.input("x", "X", -2...8, initial: 1, comment: "")
  private let steps = ControlPort.input("s", "S", 12...48, initial: 12, scale: .steps(of: 12), comment: "")

  @Test func valuesAreLimitedToTheRange() {
    #expect(port.sanitized(3) == 3)
    #expect(port.sanitized(9) == 8)
    #expect(port.sanitized(-.infinity) == -2)
    #expect(port.sanitized(.nan) == 1)
  }

  @Test func valuesAreRoundedToSteps() {
    #expect([5, 17, 19, 29, 48, 99].map { steps.sanitized($0) } == [12, 12, 24, 24, 48, 48])
  }
}
