import Foundation

/// The closures that receive the result of a request (MYKEY sheet 2.5). Exactly one of the three is called, once, on ``MYKEYWallet/callbackQueue``.
///
/// A success is a hint and not a proof, because any program can open an answer URL. The dapp's server at `callbackUrl` decides if the
/// request was successful.
public final class MYKEYResponse: NSObject {
    /// Receives the wallet's payload as JSON text, or `""` if the wallet sent none.
    public var onSuccess: ((String) -> Void)?
    /// Receives the error as `{"errorCode":<int>,"errorMsg":"<text>"}`, or as the wallet's raw payload.
    public var onFailure: ((String) -> Void)?
    /// Called when the user declined or the app withdrew the request.
    public var onCancel: (() -> Void)?

    /// Creates a response. Each closure may be `nil`.
    public init(success: ((String) -> Void)?, failure: ((String) -> Void)?, cancelled: (() -> Void)?) {
        onSuccess = success
        onFailure = failure
        onCancel = cancelled
        super.init()
    }
}

/// The closures that receive the answer of a call about tokens (MYKEY sheet 2.5).
public final class MYKEYApiResponse: NSObject {
    /// Receives the answer as JSON text.
    public var onSuccess: ((String) -> Void)?
    /// Receives the error as `{"errorCode":<int>,"errorMsg":"<text>"}`.
    public var onFailure: ((String) -> Void)?

    /// Creates a response. Either closure may be `nil`.
    public init(success: ((String) -> Void)?, failure: ((String) -> Void)?) {
        onSuccess = success
        onFailure = failure
        super.init()
    }
}
