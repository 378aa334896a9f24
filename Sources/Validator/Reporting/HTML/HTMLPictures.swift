import FoundationEssentials
import Model
import Support

/// The pictures of the user interfaces of a plug-in, which the page contains.
enum HTMLPictures {
  /// Empty if there are none. Pictures of a report that was read are in files.
  static func render(_ interfaces: [InterfacePictures]) -> String {
    let figures = interfaces.flatMap { interface in interface.pictures.compactMap { figure($0, of: interface) } }
    guard !figures.isEmpty else { return "" }
    return """
      <h3>\(interfaces.count == 1 ? "User interface" : "User interfaces")</h3>
      <div class="pictures">
      \(figures.joined(separator: "\n"))
      </div>
      """
  }

  private static func figure(_ picture: InterfacePictures.Picture, of interface: InterfacePictures) -> String? {
    guard let data = picture.data ?? picture.file.flatMap(read) else { return nil }
    let caption = picture.caption
    // At twice the size, a point has two pixels in each direction.
    let width = picture.moment == .scaled ? picture.width / 2 : picture.width
    return """
      <figure>
      <figcaption><b>\(Markup.escaped(caption.prefix(1).uppercased() + caption.dropFirst()))</b> \
      <span>\(Markup.escaped(interface.uri))</span></figcaption>
      <img src="data:image/png;base64,\(data)" width="\(width)" alt="The interface \(Markup.escaped(caption))" loading="lazy">
      </figure>
      """
  }

  private static func read(_ file: String) -> String? {
    (try? Data(contentsOf: URL(filePath: file)))?.base64EncodedString()
  }
}
