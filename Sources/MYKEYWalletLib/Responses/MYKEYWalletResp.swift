import Foundation

/// An answer taken apart (MYKEY sheet 2.5). The original has this type without a documented use; here ``init(action:payload:code:)``
/// makes one from what a closure received.
public final class MYKEYWalletResp: NSObject {
    /// What was asked: one of ``WalletActionConstants``.
    public let action: String
    /// The members of the payload.
    public let data: [String: Any]
    /// One of ``ErrorCode``, or the wallet's own.
    public let code: Int

    /// An answer with its members at hand.
    public init(action: String, data: [String: Any], code: Int) {
        self.action = action
        self.data = data
        self.code = code
        super.init()
    }

    /// Reads the JSON text that `success` or `failure` received; a text that is no JSON object gives no members.
    public convenience init(action: String, payload: String, code: Int) {
        self.init(action: action, data: FoundationJSON.members(of: payload), code: code)
    }
}
