import Testing

@Test func placeholderMartletTests() {}
