import Foundation

/// A parsed answer (MYKEY sheet 2.5). The original SDK has this type without a documented use. Here, ``init(action:payload:code:)`` creates one from
/// the text that a closure received.
public final class MYKEYWalletResp: NSObject {
    /// The requested action, one of ``WalletActionConstants``.
    public let action: String
    /// The members of the payload.
    public let data: [String: Any]
    /// One of ``ErrorCode``, or another code of the wallet.
    public let code: Int

    /// Creates an answer from its members.
    public init(action: String, data: [String: Any], code: Int) {
        self.action = action
        self.data = data
        self.code = code
        super.init()
    }

    /// Parses the JSON text that `success` or `failure` received. A text that is not a JSON object gives no members.
    public convenience init(action: String, payload: String, code: Int) {
        self.init(action: action, data: FoundationJSON.members(of: payload), code: code)
    }
}
