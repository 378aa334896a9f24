import Foundation
import TestSupport
import Testing

/// lv2val accepts the command lines of the CI guide and of the project's own CI.
@Suite struct RecipeTests {
  /// Every command line of lv2val in a text. Quotes of YAML and the shell are not interpreted.
  private func commands(_ text: String) -> [[String]] {
    let joined = text.replacing(/\n +(?=--|Bundles)/, with: " ")
    return joined.matches(of: /(?m)(?:^|\s|\[)(?:\.\/|\.build\/release\/)?lv2val ((?:validate|compare|merge) [^\n\]]*)/)
      .map { $0.output.1.split(separator: " ").map(String.init) }
  }

  @Test(arguments: ["docs/guide/ci.md": 7, ".github/workflows/ci.yml": 1])
  func theirOptionsExist(_ path: String, _ count: Int) throws {
    let commands = commands(try Repository.text(path))
    #expect(commands.count == count)
    for command in commands {
      // --help prints only if all options are valid.
      let result = try Validator(command + ["--help"]).wait()
      #expect(result.status == 0 && result.output.hasPrefix("Usage"), "\(command): \(result.errors)")
    }
    #expect(try Validator(["validate", "--fromat", "text", "--help"]).wait().status == 2)
  }
}
