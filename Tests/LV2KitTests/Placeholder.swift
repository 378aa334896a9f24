import Testing

@Test func placeholderLV2KitTests() {}
