/// What every instance begins with, whatever its effect.
struct Header: ~Copyable {
  /// The plug-in that the instance is of.
  let entry: UnsafePointer<Entry>
  var ports: Ports
}
