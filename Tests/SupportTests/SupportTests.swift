import Glibc
import Support
import Testing

@Suite struct SupportTests {
  /// The test vectors of the FNV reference implementation.
  @Test(arguments: ["": 0xcbf2_9ce4_8422_2325, "a": 0xaf63_dc4c_8601_ec8c, "foobar": 0x8594_4171_f739_67e8])
  func fnv1aMatchesTheReference(_ text: String, _ hash: UInt64) {
    #expect(FNV1a.hash(text.utf8) == hash)
  }

  /// The first outputs of the reference implementation, https://prng.di.unimi.it/splitmix64.c.
  @Test func splitMix64MatchesTheReference() {
    var generator = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
      16_408_922_859_458_223_821,
    ]
    #expect(expected == expected.map { _ in generator.next() })
  }

  @Test func randomNumbersStayInTheirRanges() {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<10_000 {
      #expect((0..<1).contains(generator.unit()) && (-1..<1).contains(generator.sample()))
      #expect((-1...1).contains(generator.noise()) && (-2...2).contains(generator.triangularNoise()))
    }
  }

  @Test(arguments: [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0)])
  func editDistances(_ first: String, _ second: String, _ distance: Int) {
    #expect(first.editDistance(to: second) == distance)
    #expect(first.utf8.editDistance(to: second.utf8) == distance)
  }

  @Test func controlCharactersAreReplaced() {
    #expect("a\tb\r\nc\u{1b}[31m\u{202e}d".onOneLine == "a b  c\u{fffd}[31m\u{fffd}d")
    #expect("plain – text".onOneLine == "plain – text")
  }

  @Test func cStringsEndWithNull() {
    let strings = CStrings(["one", ""])
    #expect(String(cString: strings.pointers[0]!) == "one" && String(cString: strings.pointers[1]!).isEmpty)
    #expect(strings.pointers[2] == nil)
  }
}
