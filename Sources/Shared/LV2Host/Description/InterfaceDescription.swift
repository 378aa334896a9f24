/// The description of a user interface of a plug-in: a plain value that can be sent to another process.
public struct InterfaceDescription: Sendable, Codable, Hashable {
  public var uri: String
  /// The absolute path of the bundle with a trailing slash, as instantiate() requires it.
  public var bundlePath: String
  /// The absolute path of the library; nil if the description states none.
  public var binaryPath: String?
  /// The URIs of its classes.
  public var classes: Set<String>
  public var requiredFeatures: Set<String>
  public var optionalFeatures: Set<String>
  /// The URIs of `lv2:extensionData`.
  public var extensionData: Set<String>
}

extension InterfaceDescription {
  public var features: Set<String> { requiredFeatures.union(optionalFeatures) }

  /// What the widget of an interface is.
  public enum Toolkit: Sendable, Codable, Hashable {
    /// A window of X11.
    case x11
    /// A GtkWidget of GTK 2 or 3.
    case gtk(Int)
    /// A QWidget of Qt 5.
    case qt5
    /// The interface opens its own window, by ui:showInterface.
    case shown
    /// The widget is a struct with functions that show and hide the interface's own window, by KXStudio's extension.
    case external
    /// A class that lv2val does not support.
    case other(String)

    /// Whether the interface opens its own window, in place of a widget for the window of the host.
    public var opensOwnWindow: Bool { self == .shown || self == .external }
  }

  public var toolkit: Toolkit {
    if classes.contains(URI.UserInterface.x11) { return .x11 }
    if classes.contains(URI.UserInterface.gtk2) { return .gtk(2) }
    if classes.contains(URI.UserInterface.gtk3) { return .gtk(3) }
    if classes.contains(URI.UserInterface.qt5) { return .qt5 }
    if !classes.isDisjoint(with: [URI.ExternalInterface.widget, URI.ExternalInterface.deprecated]) { return .external }
    if extensionData.contains(URI.UserInterface.showInterface) { return .shown }
    return .other(classes.filter { $0 != URI.UserInterface.ui }.min() ?? URI.UserInterface.ui)
  }
}
