import Model

/// What a check does that can end the process of the plug-in, and what such an end means.
package struct Provocation: Sendable {
  /// The rule, the severity and the remedy of an end that the check provokes on purpose; nil if the check provokes none, so
  /// that the end has a cause that other checks have too.
  package var text: MessageText?

  package init(_ text: MessageText? = nil) { self.text = text }
}
