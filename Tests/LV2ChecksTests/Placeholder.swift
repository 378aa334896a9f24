import Testing

@Test func placeholderLV2ChecksTests() {}
