import Foundation

/// A parsed answer (MYKEY sheet 2.5). The original SDK contains this type, but does not document its use. In this module,
/// ``init(action:payload:code:)`` creates a value from the text that a closure received.
public final class MYKEYWalletResp: NSObject {
    /// The requested action, one of ``WalletActionConstants``.
    public let action: String
    /// The members of the payload.
    public let data: [String: Any]
    /// The result code: one of ``ErrorCode``, or another code that the wallet sent.
    public let code: Int

    /// Creates an answer from its members.
    public init(action: String, data: [String: Any], code: Int) {
        self.action = action
        self.data = data
        self.code = code
        super.init()
    }

    /// Parses the JSON text that `success` or `failure` received. If the text is not a JSON object, ``data`` is empty.
    public convenience init(action: String, payload: String, code: Int) {
        self.init(action: action, data: FoundationJSON.members(of: payload), code: code)
    }
}
