import Foundation
import Measuring
import Model
import Reporting
import TestSupport
import Testing

/// Measurements of real plug-ins in child processes, up to the report.
@Suite struct MeasurementTests {
  /// The measurements of a plug-in of lv2-examples. One check runs too.
  private func measure(_ uri: String, _ options: String...) throws -> Measurements? {
    let result = try Validator(
      ["validate", "--only", "life.run-zero", "--format", "json"] + options + [uri],
      environment: ["LV2_PATH": "/usr/lib/lv2"]
    ).wait()
    #expect(result.status == 0, "\(result.errors)")
    return try JSONReport.decode(Array(result.output.utf8)).bundles[0].plugins[0].measurements
  }

  @Test func anAmplifierIsFlat() throws {
    let measured = try #require(try measure("http://lv2plug.in/plugins/eg-amp", "--measure"))
    let response = try #require(measured.response)
    // A gain of 0 dB multiplies by 1, so the output equals the input bit for bit.
    #expect(response.magnitude.y.allSatisfy { $0 == 0 })
    #expect(response.phase.y.allSatisfy { $0 == 0 })
    #expect(measured.impulse?.y.first == 1)
    let spectrum = try #require(measured.spectrum)
    #expect(abs(spectrum.level) < 0.01 && spectrum.distortion < -140 && spectrum.noise < -140)
    let gain = try #require(measured.families.first)
    #expect(gain.symbol == "gain" && gain.responses.count == 5)
    // Its range is -90 to 24 dB.
    #expect(abs(gain.responses[4].magnitude.y[100] - 24) < 0.01)
    #expect(measured.steps.map(\.symbol) == ["gain"])
    let times = try #require(measured.times)
    #expect(times.microseconds.count == 512 && times.median > 0 && times.worst >= times.median)
  }

  /// A hum of -60 dBFS would be 41 dB above the response of an impulse, but is not part of it.
  @Test func aSoundOfThePlugInIsNotPartOfItsResponse() throws {
    let bundle = try Bundle.compiled(
      "hum",
      """
      static void run(LV2_Handle handle, uint32_t frames) {
        Effect *effect = handle;
        good_run(handle, frames);
        float *output = effect->port[OUTPUT];
        for (uint32_t i = 0; i < frames; ++i, effect->memory[0] = fmodf(effect->memory[0] + 1, 48))
          output[i] += 0.001f * sinf(effect->memory[0] * 0.1308997f);
      }
      PLUGIN(.run = run)
      """)
    let result = try Validator.run(
      "validate", "--only", "life.run-zero", "--measure", "--format", "json", bundle.path)
    let measured = try JSONReport.decode(Array(result.output.utf8)).bundles[0].plugins[0].measurements
    let response = try #require(measured?.response)
    // The sum of the hum and the impulse is rounded by a part of 2^-24, which is 5e-7 dB.
    #expect(response.magnitude.y.allSatisfy { abs($0) < 0.001 }, "\(response.magnitude.y.max() ?? 0)")
  }

  @Test func nothingIsMeasuredWithoutTheOption() throws {
    #expect(try measure("http://lv2plug.in/plugins/eg-amp") == nil)
  }

  @Test func aGeneratorHasNoResponse() throws {
    let measured = try #require(try measure("http://lv2plug.in/plugins/eg-metro", "--measure"))
    #expect(measured.response == nil && measured.times != nil)
    #expect(measured.omissions.contains { $0.contains("lacks an audio input or an audio output") })
  }

  @Test func theHTMLReportContainsPlots() throws {
    let result = try Validator(
      ["validate", "--only", "life.run-zero", "--format", "html", "http://lv2plug.in/plugins/eg-amp"],
      environment: ["LV2_PATH": "/usr/lib/lv2"]
    ).wait()
    #expect(result.output.hasPrefix("<!DOCTYPE html>") && result.output.contains("Step response of Gain"))
  }
}
