import HeraldJSON

/// What a dapp's server answers to a callback: `{"code":…,"message":…}`. MYKEY sheet 4.3.
///
/// Here 0 means success; in a wallet's answer (``MYKEYResultCode``) 0 means cancelled.
public struct CallbackReply: Sendable, Hashable {
    /// 0 is success, anything above a failure with the server's own number.
    public let code: Int
    /// A text for a person; may be empty.
    public let message: String
    /// Why the answer is no reply in form; `nil` when it is one. Such an answer counts as a failure with ``outOfForm``.
    public let defect: String?
    /// The login's code, for a wallet that signed where it returns to; every other reply has none.
    public let returnCode: ReturnCode?

    /// The code of an answer that is no reply in form.
    public static let outOfForm = 1

    /// A reply as a server sends it. A negative code, which has no meaning, counts as ``outOfForm``.
    /// - Parameters:
    ///   - code: 0 for success, else the server's own number.
    ///   - message: for a person.
    ///   - returnCode: the login's code; counts beside code 0 only.
    public init(code: Int, message: String, returnCode: ReturnCode? = nil) {
        self.init(code: code < 0 ? Self.outOfForm : code, message: message, defect: nil, returnCode: returnCode)
    }

    private init(code: Int, message: String, defect: String?, returnCode: ReturnCode? = nil) {
        self.code = code
        self.message = message
        self.defect = defect
        self.returnCode = code == 0 ? returnCode : nil
    }

    /// Reads whatever came back. `code` may be an integer or decimal digits, and the text may be called `error`. Missing, negative, no
    /// JSON, longer than 64 KiB, or an HTTP status outside 200…299: a failure.
    /// - Parameters:
    ///   - body: the bytes of the answer.
    ///   - status: its HTTP status.
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
            let message = (try? WireObject(body, maxBytes: MYKEYLimits.replyBytes, field: "reply")).map(Self.message) ?? ""
            self.init(code: Self.outOfForm, message: message, defect: defect)
        }
    }

    /// Whether the server did what it was asked to.
    public var isSuccess: Bool { code == 0 }

    /// The reply as a server sends it, compact.
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
