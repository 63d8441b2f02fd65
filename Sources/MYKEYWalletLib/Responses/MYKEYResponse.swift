import Foundation

/// What an app does when a request ends (MYKEY sheet 2.5). Exactly one of the three is called, once, on ``MYKEYWallet/callbackQueue``.
///
/// A success is a hint and not a proof, for any program can open an answer URL. The verdict is the server's, at `callbackUrl`.
public final class MYKEYResponse: NSObject {
    /// Gets the payload as JSON text, or "" when the wallet sent none.
    public var onSuccess: ((String) -> Void)?
    /// Gets `{"errorCode":<int>,"errorMsg":"<text>"}`, or the wallet's payload as it came.
    public var onFailure: ((String) -> Void)?
    /// The user declined, or the app took the request back.
    public var onCancel: (() -> Void)?

    /// The three things to do; each may be left out.
    public init(success: ((String) -> Void)?, failure: ((String) -> Void)?, cancelled: (() -> Void)?) {
        onSuccess = success
        onFailure = failure
        onCancel = cancelled
        super.init()
    }
}
