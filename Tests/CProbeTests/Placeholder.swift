import Testing

@Test func placeholderCProbeTests() {}
