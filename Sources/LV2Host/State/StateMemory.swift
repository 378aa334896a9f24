/// Where the values lie that a plug-in retrieves while it restores its state.
public protocol StateMemory: AnyObject {
  /// Keeps a value and returns its place.
  func store(_ bytes: [UInt8]) -> UnsafeRawPointer
  /// Called when restore() has returned: the values are not the plug-in's to read any more.
  func close()
}
