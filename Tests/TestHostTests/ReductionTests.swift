import Testing

@testable import TestHost

struct ReductionTests {
  @Test func onlyNecessaryElementsRemain() {
    var elements = Array(0..<100)
    elements.reduce { Set([3, 70]).isSubset(of: $0) }
    #expect(elements == [3, 70])
  }

  /// 2 is only necessary as long as 3 is there.
  @Test func anElementThatBecomesUnnecessaryIsRemoved() {
    var elements = [1, 2, 3, 4]
    elements.reduce { $0.contains(4) && ($0.contains(2) || !$0.contains(3)) }
    #expect(elements == [4])
  }

  @Test func oneElementRemains() {
    var elements = [1, 2, 3]
    elements.reduce { _ in true }
    #expect(elements.count == 1)
  }

  @Test func nothingIsRemovedWithoutTheCondition() {
    var elements = [1, 2, 3]
    elements.reduce { _ in false }
    #expect(elements == [1, 2, 3])
  }
}
