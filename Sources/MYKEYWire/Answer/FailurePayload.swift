/// The payload of a failed answer: `{"errorCode":…,"errorMsg":…}`. MYKEY sheet 2.5, 3.4.
public struct FailurePayload: Sendable, Hashable {
    /// The code of the failure.
    public var errorCode: MYKEYResultCode
    /// A text for people. May be empty.
    public var errorMsg: String

    /// Creates a payload.
    /// - Parameters:
    ///   - errorCode: the code of the failure.
    ///   - errorMsg: a text for people. Defaults to empty.
    public init(_ errorCode: MYKEYResultCode, errorMsg: String = "") {
        self.errorCode = errorCode
        self.errorMsg = errorMsg
    }

    /// Reads the payload of a failure. The code may be a number or a string of decimal digits.
    /// - Throws: ``MYKEYError`` naming the field.
    public init(payload: String) throws(MYKEYError) {
        let object = try WireObject(Array(payload.utf8), maxBytes: MYKEYLimits.urlBytes, field: "payload")
        guard let found = try object.textOrNumber("errorCode") else {
            throw MYKEYError(.missing, field: "errorCode", reason: "the field is absent or empty")
        }
        guard let code = Int(found.text) else {
            throw MYKEYError(.value, field: "errorCode", reason: "a whole number was expected")
        }
        self.init(MYKEYResultCode(rawValue: code), errorMsg: try object.text("errorMsg") ?? "")
    }

    /// The payload as JSON.
    public var payload: String {
        var writer = WireObjectWriter()
        writer.add("errorCode", Int64(errorCode.rawValue))
        writer.add("errorMsg", errorMsg)
        return String(decoding: writer.bytes(), as: UTF8.self)
    }
}
