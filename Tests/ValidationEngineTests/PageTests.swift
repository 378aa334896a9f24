import Testing
import TestSupport

/// A page with plots is written whatever a plug-in shows and puts out.
@Suite struct PageTests {
  @Test(arguments: ["latency.impulse-nan", "audio.nonfinite-constant", "audio.runaway"])
  func thePageOf(_ name: String) throws {
    let path = DefectBundle(name).url.path
    let result = try Validator(["validate", "--only", "life.run-zero", "--format", "html", path]).wait()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("<!DOCTYPE html>") && result.output.contains("Block time"))
  }
}
