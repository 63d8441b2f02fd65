/// The secret with which an operator's programs register accounts. A description or a debugger does not show it.
public struct RegistrationSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String

    /// Creates a secret of 8 to 1,024 bytes. A node with a shorter or longer one does not start.
    public init(_ text: String) { self.text = text }

    /// A text without the secret.
    public var description: String { "RegistrationSecret(redacted)" }
    /// A text without the secret.
    public var debugDescription: String { description }
    /// A mirror without the secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    var isUsable: Bool { (8...1_024).contains(text.utf8.count) }
}
