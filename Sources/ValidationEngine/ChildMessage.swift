import Measuring
import ValidationModel

/// What a child tells its parent, a message a line.
package enum ChildMessage: Codable {
  /// A bundle and its plug-ins.
  case bundle(DiscoveredBundle)
  /// Whether the plug-in can be instantiated and run, or why not.
  case attempted(obstacle: String?)
  /// What was asked for cannot be measured: a line for the user.
  case refused(String)
  case responses([Response])
  /// All measurements so far.
  case measured(Measurements)
  case began(CheckID)
  case finished(CheckReport)
  /// The validator itself failed.
  case fault(String)
  /// All that was asked for is done. A child that ends without this was ended by the plug-in.
  case done
}
