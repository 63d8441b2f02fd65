/// The errors of requests that no server's handler has processed. Upstream's framework answers with a page of its own here. These codes follow
/// its `9999` (OpenDID sheet 5.3).
enum FrontError {
    /// A required member is missing (upstream's bean validation). The status of the answer is the server's
    /// ``ServiceRole/validationStatus``.
    static let validation = ServiceErrorCode("9999", 500, "A member is missing or empty.")
    static let malformedTarget = ServiceErrorCode("9400", 400, "The path or the query cannot be read.")
    static let credentialNeeded = ServiceErrorCode("9401", 401, "This endpoint is for the operator.")
    static let peerNeeded = ServiceErrorCode("9401", 401, "This endpoint is for the other servers.")
    static let unknownPath = ServiceErrorCode("9404", 404, "There is no such endpoint.")
    static let methodNotAllowed = ServiceErrorCode("9405", 405, "The endpoint does not know this method.")
    static let bodyTooSlow = ServiceErrorCode("9408", 408, "The request took too long to arrive.")
    static let bodyTooLarge = ServiceErrorCode("9413", 413, "The request is too large.")
    static let tooManyHalfSent = ServiceErrorCode("9429", 429, "Too many requests from your address are half sent.")
    static let tooManyHalfSentByAll = ServiceErrorCode("9503", 503, "Too many requests are half sent.")
    static let tooMany = ServiceErrorCode("9429", 429, "Too many requests.")
    static let tooManyUnread = ServiceErrorCode("9503", 503, "Too many answers wait until your address reads them.")
    static let notReady = ServiceErrorCode("9503", 503, "The server is starting or stopping.")
}
