/// A token or passphrase in a configuration. It does not print itself.
public struct ServiceSecret: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The text itself.
    public let exposedText: String

    /// A secret from its text.
    public init(_ text: String) { exposedText = text }
    /// A secret from its text.
    public init(stringLiteral text: String) { exposedText = text }

    public var description: String { "ServiceSecret(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
