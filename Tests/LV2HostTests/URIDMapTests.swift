import Synchronization
import Testing

@testable import LV2Host

@Suite struct URIDMapTests {
  @Test func idsCountFromOneAndDoNotChange() {
    let map = URIDMap()
    #expect(map.id(of: "urn:a") == 1)
    #expect(map.id(of: "urn:b") == 2)
    #expect(map.id(of: "urn:c") == 3)
    #expect(map.id(of: "urn:a") == 1)
    #expect(map.uri(of: 2) == "urn:b")
    #expect(map.uri(of: 0) == nil && map.uri(of: 4) == nil)
  }

  @Test func aGrowingMapKeepsItsIds() {
    let map = URIDMap()
    let ids = (0..<10_000).map { map.id(of: "urn:\($0)") }
    #expect(ids == (1...10_000).map(UInt32.init))
    #expect((0..<10_000).allSatisfy { map.uri(of: ids[$0]) == "urn:\($0)" })
  }

  @Test func allThreadsGetTheSameIds() async {
    let map = URIDMap()
    let ids = await withTaskGroup(of: [UInt32].self) { group in
      for _ in 0..<4 { group.addTask { (0..<5000).map { map.id(of: "urn:\($0)") } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ids.count == 4)
    #expect(ids.allSatisfy { $0 == ids[0] })
    #expect(Set(ids[0]).count == 5000)
  }
}
