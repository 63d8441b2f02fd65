/// The body of a callback of any action. `tx_id` marks a transaction and `message` a signature; any other body is a login. MYKEY sheet 4.1.
public enum CallbackBody: Sendable, Hashable {
    case login(LoginCallback)
    case transaction(TransactionCallback)
    case sign(SignCallback)

    /// Reads the body of a callback. Ignores unknown members.
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

    /// Returns the body as JSON, as a wallet POSTs it.
    public func json() -> [UInt8] {
        switch self {
        case .login(let body): body.json()
        case .transaction(let body): body.json()
        case .sign(let body): body.json()
        }
    }
}
