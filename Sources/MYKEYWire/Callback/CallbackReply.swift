import HeraldJSON

/// The reply of a dapp's server to a callback: `{"code":…,"message":…}`. MYKEY sheet 4.3.
///
/// In a reply, 0 means success. In a wallet's answer (``MYKEYResultCode``), 0 means cancelled.
public struct CallbackReply: Sendable, Hashable {
    /// 0 for success. Any positive number is a failure whose meaning the server defines.
    public let code: Int
    /// A text for people. May be empty.
    public let message: String
    /// The reason why the received reply is malformed, or `nil` if it is well-formed. A malformed reply counts as a failure with the code
    /// ``outOfForm``.
    public let defect: String?
    /// The one-time code of the login. It is sent only to a wallet whose signed message names the place to which the wallet returns. `nil`
    /// in every other reply.
    public let returnCode: ReturnCode?

    /// The code that a malformed reply is given.
    public static let outOfForm = 1

    /// Creates a reply for a server to send. A negative code has no meaning and counts as ``outOfForm``.
    /// - Parameters:
    ///   - code: 0 for success, or a failure number that the server defines.
    ///   - message: a text for people.
    ///   - returnCode: the one-time code of the login. It is dropped unless `code` is 0.
    public init(code: Int, message: String, returnCode: ReturnCode? = nil) {
        self.init(code: code < 0 ? Self.outOfForm : code, message: message, defect: nil, returnCode: returnCode)
    }

    private init(code: Int, message: String, defect: String?, returnCode: ReturnCode? = nil) {
        self.code = code
        self.message = message
        self.defect = defect
        self.returnCode = code == 0 ? returnCode : nil
    }

    /// Reads a received reply. `code` may be an integer or a string of decimal digits, and the member for the message may be called
    /// `error`. The reply counts as a failure when its code is missing or negative, when it is not JSON or longer than 64 KiB, or when the
    /// HTTP status is outside 200…299.
    /// - Parameters:
    ///   - body: the bytes of the reply.
    ///   - status: the HTTP status of the reply.
    public init(body: [UInt8], status: Int = 200) {
        do {
            let object = try WireObject(body, maxBytes: MYKEYLimits.replyBytes, field: "reply")
            let message = Self.message(object)
            let code = try Self.code(object)
            guard (200...299).contains(status) else {
                self.init(code: code == 0 ? Self.outOfForm : code, message: message, defect: "HTTP status \(status)")
                return
            }
            let returnCode = ((try? object.text("returnCode")) ?? nil).flatMap { try? ReturnCode($0) }
            self.init(code: code, message: message, defect: nil, returnCode: returnCode)
        } catch {
            let defect = (200...299).contains(status) ? error.description : "HTTP status \(status)"
            let message =
                (try? WireObject(body, maxBytes: MYKEYLimits.replyBytes, field: "reply")).map(Self.message) ?? ""
            self.init(code: Self.outOfForm, message: message, defect: defect)
        }
    }

    /// True when the server reports success.
    public var isSuccess: Bool { code == 0 }

    /// Returns the reply as compact JSON.
    public func json() -> [UInt8] {
        var writer = WireObjectWriter()
        writer.add("code", Int64(code))
        writer.add("message", message)
        writer.addPresent("returnCode", returnCode?.exposedText)
        return writer.bytes()
    }

    private static func code(_ object: WireObject) throws(MYKEYError) -> Int {
        guard let found = try object.textOrNumber("code") else {
            throw MYKEYError(.missing, field: "code", reason: "the field is absent or empty")
        }
        guard let number = ASCII.canonicalNumber(found.text.utf8), let code = Int(exactly: number) else {
            throw MYKEYError(.value, field: "code", reason: "a whole number of 0 or more was expected")
        }
        return code
    }

    private static func message(_ object: WireObject) -> String {
        let text = ((try? object.text("message")) ?? nil) ?? ((try? object.text("error")) ?? nil) ?? ""
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(MYKEYLimits.replyMessage)))
    }
}
