/// The login that says whom it is for, beside the legacy one in a callback: `siwx`. MYKEY sheet 9.5.
public struct TaggedLogin: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The text of a ``SignInMessage``.
    public let message: String
    /// The signature over it: `SIG_K1_…` on EOS, 0x and 130 digits on Ethereum.
    public let signature: String

    /// - Parameters:
    ///   - message: the text of a ``SignInMessage``.
    ///   - signature: its signature's text.
    public init(message: String, signature: String) {
        self.message = message
        self.signature = signature
    }

    /// Without message and signature: the pair is a login until the server has seen it.
    public var description: String { "TaggedLogin(redacted)" }
    /// Empty, so that `dump` shows nothing.
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
