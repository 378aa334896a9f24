import Testing

import CProbe

@Test func headersImport() { #expect(probe_event_total() == 0) }
