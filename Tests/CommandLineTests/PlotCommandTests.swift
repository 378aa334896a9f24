import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// `lv2val plot` with the amplifier of lv2-examples.
@Suite struct PlotCommandTests {
  private static let amplifier = "http://lv2plug.in/plugins/eg-amp"

  private func plot(_ arguments: String...) throws -> (result: Validator.Result, file: Data?) {
    let file = FileManager.default.temporaryDirectory.appending(path: "plot-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Validator(["plot", "-o", file.path] + arguments, environment: ["LV2_PATH": "/usr/lib/lv2"]).wait()
    return (result, try? Data(contentsOf: file))
  }

  @Test func severalSettingsGiveSeveralCurves() throws {
    let (result, file) = try plot(Self.amplifier, "gain=-12,0,6")
    #expect(result.status == 0, "\(result.errors)")
    #expect(file?.count ?? 0 > 10_000)
    let (other, otherFile) = try plot(Self.amplifier)
    #expect(other.status == 0 && otherFile != file)
  }

  /// Neither a plug-in without a response nor one whose output is not finite is drawn as a line.
  @Test func aMissingResponseIsReported() throws {
    let cases = [
      ("audio.nonfinite-output-generator", "lacks an audio input or an audio output"),
      ("audio.nonfinite-output-reciprocal", "contains NaN or infinite"),
    ]
    for (name, text) in cases {
      let bundle = DefectBundle(name)
      let result = try Validator(
        ["plot", "-o", "/dev/null/x.png", "urn:defect:\(name)"],
        environment: ["LV2_PATH": bundle.url.deletingLastPathComponent().path]
      ).wait()
      #expect(result.status != ExitStatus.clean.rawValue && result.errors.contains(text), "\(name): \(result.errors)")
    }
  }

  @Test func unknownControlsAndPresetsAreReported() throws {
    let cases = [
      (["volume=3"], "has no control 'volume'; available: gain"), (["gain=loud"], "the value is not a number"),
      (["gain=1000"], "the value must be from -90.0 to 24.0"), (["--preset", "Loud"], "has no preset 'Loud'"),
      (["gain"], "is not a setting"),
      (["gain=1", "gain=2"], "gain is set twice"),
      (["gain=1,2,3,4,5,6,7,8,9,10,11,12,13"], "the settings give 13 curves"),
    ]
    for (arguments, text) in cases {
      let result = try Validator(
        ["plot", "-o", "/dev/null/x.png", Self.amplifier] + arguments, environment: ["LV2_PATH": "/usr/lib/lv2"]
      ).wait()
      #expect(result.status == ExitStatus.usage.rawValue)
      #expect(result.errors.contains(text), "\(result.errors)")
    }
  }

  @Test func theFileMustBeAPicture() throws {
    for arguments in [["plot"], ["plot", Self.amplifier], ["plot", Self.amplifier, "-o", "x.pdf"]] {
      #expect(try Validator(arguments).wait().status == ExitStatus.usage.rawValue)
    }
    let unwritable = try Validator(
      ["plot", Self.amplifier, "-o", "/no/such/x.png"], environment: ["LV2_PATH": "/usr/lib/lv2"]
    ).wait()
    #expect(unwritable.status == ExitStatus.fault.rawValue)
    #expect(unwritable.errors.contains("cannot be written"))
  }
}
