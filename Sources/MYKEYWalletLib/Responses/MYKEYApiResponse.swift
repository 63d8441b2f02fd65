import Foundation

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
