import Testing

@Test func placeholderSandboxTests() {}
