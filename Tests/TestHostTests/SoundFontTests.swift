import Foundation
import Support
import TestHost
import Testing

/// The SoundFont that lv2val writes for plug-ins that play one.
@Suite struct SoundFontTests {
  private struct Chunk {
    let name: String
    let content: Data

    /// The chunks that follow each other in some bytes.
    static func all(in data: Data) -> [Chunk] {
      var (chunks, rest): ([Chunk], Data) = ([], data)
      while rest.count >= 8 {
        let size = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        chunks.append(
          Chunk(name: String(decoding: rest.prefix(4), as: UTF8.self), content: rest.dropFirst(8).prefix(size)))
        rest = rest.dropFirst(8 + size)
      }
      return chunks
    }

    /// The chunks in a RIFF or LIST chunk, whose content begins with its type.
    var chunks: [Chunk] { Chunk.all(in: content.dropFirst(4)) }
  }

  /// SoundFont Technical Specification 2.04, sections 5 to 7: the lists, the sizes of their records, and at least one record
  /// before the last one, which is not used.
  @Test func itsChunksHaveTheSizesOfTheSpecification() throws {
    let folder = try TemporaryFolder()
    let frames = 1000
    let path = try folder.write(SoundFile(frames: frames), as: .soundFont, named: "font")
    let file = Chunk.all(in: try Data(contentsOf: URL(filePath: path)))
    try #require(file.map(\.name) == ["RIFF"])
    #expect(file[0].content.prefix(4).elementsEqual("sfbk".utf8))
    let lists = file[0].chunks
    #expect(lists.map { String(decoding: $0.content.prefix(4), as: UTF8.self) } == ["INFO", "sdta", "pdta"])
    let samples = try #require(lists[1].chunks.first)
    #expect(samples.name == "smpl" && samples.content.count == 2 * (frames + 46))
    #expect(samples.content.prefix(2 * frames).contains { $0 != 0 } && !samples.content.suffix(92).contains { $0 != 0 })
    let sizes = [
      "phdr": 38, "pbag": 4, "pmod": 10, "pgen": 4, "inst": 22, "ibag": 4, "imod": 10, "igen": 4, "shdr": 46,
    ]
    #expect(Set(lists[2].chunks.map(\.name)) == Set(sizes.keys))
    for chunk in lists[2].chunks {
      let size = try #require(sizes[chunk.name])
      let hasLastOnly = chunk.name.hasSuffix("mod")
      #expect(chunk.content.count % size == 0 && chunk.content.count / size >= (hasLastOnly ? 1 : 2), "\(chunk.name)")
    }
  }
}
