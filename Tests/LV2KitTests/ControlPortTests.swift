import Testing

@testable import LV2Kit

@Suite struct ControlPortTests {
  private let port = ControlPort.input("x", "X", -2...8, initial: 1, comment: "")
  private let steps = ControlPort.input("s", "S", 12...48, initial: 12, scale: .steps(of: 12), comment: "")

  @Test func valuesAreLimited() {
    #expect(port.sanitised(3) == 3)
    #expect(port.sanitised(9) == 8)
    #expect(port.sanitised(-.infinity) == -2)
    #expect(port.sanitised(.nan) == 1)
  }

  @Test func stepsAreKept() {
    #expect([5, 17, 19, 29, 48, 99].map { steps.sanitised($0) } == [12, 12, 24, 24, 48, 48])
  }
}
