/// The payload of a failure: `{"errorCode":…,"errorMsg":…}`. MYKEY sheet 2.5, 3.4.
public struct FailurePayload: Sendable, Hashable {
    /// What went wrong.
    public var errorCode: MYKEYResultCode
    /// A text for a person; may be empty.
    public var errorMsg: String

    /// - Parameters:
    ///   - errorCode: what went wrong.
    ///   - errorMsg: for a person.
    public init(_ errorCode: MYKEYResultCode, errorMsg: String = "") {
        self.errorCode = errorCode
        self.errorMsg = errorMsg
    }

    /// Reads the payload of a failure; the code as a number or in decimal digits.
    /// - Throws: ``MYKEYError`` that names the field.
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

    /// The payload's JSON text.
    public var payload: String {
        var writer = WireObjectWriter()
        writer.add("errorCode", Int64(errorCode.rawValue))
        writer.add("errorMsg", errorMsg)
        return String(decoding: writer.bytes(), as: UTF8.self)
    }
}
