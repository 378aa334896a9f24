/// What a plug-in can ask of this host, as events of CProbe number it.
public enum HostCallback: UInt64, Sendable {
  /// The event's detail is the id.
  case map
  /// The event's detail is the id.
  case unmap
  /// The event's detail is the id of the message's type.
  case log
  /// The event's detail is 1 where it comes outside `run`, by what instantiate() received.
  case scheduleWork
  /// A worker's answer. The event's detail is 1 where it comes outside `work`.
  case respond
  case resizePort
  case makePath
  case mapPath
  case freePath
  /// A state interface's store or retrieve.
  case state
}
