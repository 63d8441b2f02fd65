/// A callback of any action, told apart by its own field: `tx_id`, `message`, or else a login. MYKEY sheet 4.1.
public enum CallbackBody: Sendable, Hashable {
    case login(LoginCallback)
    case transaction(TransactionCallback)
    case sign(SignCallback)

    /// - Parameter json: an object of at most 16 KiB; unknown members are ignored.
    /// - Throws: ``MYKEYError`` that names the field.
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

    /// The body as it is POSTed.
    public func json() -> [UInt8] {
        switch self {
        case .login(let body): body.json()
        case .transaction(let body): body.json()
        case .sign(let body): body.json()
        }
    }
}
