/// A login that names its server. It is sent together with the legacy login, as the member `siwx` of a callback. MYKEY sheet 9.5.
public struct TaggedLogin: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The text of a ``SignInMessage``.
    public let message: String
    /// The signature over ``message``: `SIG_K1_…` on EOS, `0x` and 130 hexadecimal digits on Ethereum.
    public let signature: String

    /// Creates a tagged login.
    /// - Parameters:
    ///   - message: the text of a ``SignInMessage``.
    ///   - signature: the signature over the text.
    public init(message: String, signature: String) {
        self.message = message
        self.signature = signature
    }

    /// A fixed text without the message and the signature, because both together permit a login until the server has received them.
    public var description: String { "TaggedLogin(redacted)" }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    init(_ object: WireObject) throws(MYKEYError) {
        self.init(message: try object.requiredText("message"), signature: try object.requiredText("signature"))
    }

    var json: [UInt8] {
        var writer = WireObjectWriter()
        writer.add("message", message)
        writer.add("signature", signature)
        return writer.bytes()
    }
}
