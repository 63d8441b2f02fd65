import Foundation

/// What an app does with the answer of the token calls (MYKEY sheet 2.5).
public final class MYKEYApiResponse: NSObject {
    /// Gets the answer as JSON text.
    public var onSuccess: ((String) -> Void)?
    /// Gets `{"errorCode":<int>,"errorMsg":"<text>"}`.
    public var onFailure: ((String) -> Void)?

    /// The two things to do; each may be left out.
    public init(success: ((String) -> Void)?, failure: ((String) -> Void)?) {
        onSuccess = success
        onFailure = failure
        super.init()
    }
}
