/// The body of a callback for any action. A body with `tx_id` is for a transaction, a body with `message` is for a signature, and any other
/// body is for a login. MYKEY sheet 4.1.
public enum CallbackBody: Sendable, Hashable {
    case login(LoginCallback)
    case transaction(TransactionCallback)
    case sign(SignCallback)

    /// Reads the body of a callback. Unknown members are ignored.
    /// - Parameter json: a JSON object of at most 16 KiB.
    /// - Throws: ``MYKEYError`` naming the field.
    public init(json: [UInt8]) throws(MYKEYError) {
        let object = try WireObject(json, maxBytes: MYKEYLimits.callbackBytes, field: "body")
        if object.member("tx_id") != nil {
            self = .transaction(try TransactionCallback(object))
        } else if object.member("message") != nil {
            self = .sign(try SignCallback(object))
        } else {
            self = .login(try LoginCallback(object))
        }
    }

    /// Returns the body as the JSON that a wallet POSTs.
    public func json() -> [UInt8] {
        switch self {
        case .login(let body): body.json()
        case .transaction(let body): body.json()
        case .sign(let body): body.json()
        }
    }
}
