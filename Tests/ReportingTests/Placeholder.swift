import Testing

@Test func placeholderReportingTests() {}
