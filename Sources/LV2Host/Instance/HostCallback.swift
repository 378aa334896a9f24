/// What a plug-in can ask of this host, as events of CProbe number it.
public enum HostCallback: UInt64, Sendable {
  case map
  case unmap
  /// The event's detail is the id of the message's type.
  case log
  case scheduleWork
  /// A worker's answer, from `work`.
  case respond
  case resizePort
  case makePath
  case mapPath
  case freePath
  /// A state interface's store or retrieve.
  case state
}
