import Testing

@Test func placeholderDSPTests() {}
