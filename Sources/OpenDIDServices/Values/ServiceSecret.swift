/// A token or passphrase in a configuration. Its description is redacted.
public struct ServiceSecret: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible,
    CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret text.
    public let exposedText: String

    /// Creates a secret.
    public init(_ text: String) { exposedText = text }
    /// Creates a secret from a literal.
    public init(stringLiteral text: String) { exposedText = text }

    public var description: String { "ServiceSecret(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// A value with secrets or personal data. Its description does not contain them.
protocol Unprinted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Unprinted {
    var description: String { "\(Self.self)(redacted)" }
    var debugDescription: String { description }
    /// An empty mirror, so that `dump` shows nothing.
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
