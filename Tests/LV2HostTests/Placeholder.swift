import Testing

@Test func placeholderLV2HostTests() {}
