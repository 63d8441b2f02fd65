import HeraldKeys
import MYKEYWire

/// The conditions that hold for every input. If one does not hold, the process traps, and libFuzzer reports it.
///
/// An input is the name of a parser, a line feed and a text.
enum MYKEYFuzz {
    /// The parsers by name.
    static let parsers: [String: @Sendable ([UInt8]) throws(MYKEYError) -> Void] = [
        "url": checkURL, "answer": checkAnswer, "callback": checkCallback, "reply": checkReply, "siwe": checkSignIn,
        "message": checkMessage,
    ]

    /// - Returns: 0, or -1 for an input that is of no use and need not be kept.
    static func check(_ input: UnsafeBufferPointer<UInt8>) -> CInt {
        guard let end = input.firstIndex(of: UInt8(ascii: "\n")),
            let parser = parsers[String(decoding: input[..<end], as: UTF8.self)]
        else { return -1 }
        do throws(MYKEYError) {
            try parser(Array(input[(end + 1)...]))
        } catch {
            hold(!error.field.isEmpty && !error.reason.isEmpty, "an error names its field and has a reason")
        }
        return 0
    }

    private static func checkURL(_ bytes: [UInt8]) throws(MYKEYError) {
        let text = String(decoding: bytes, as: UTF8.self)
        let route = AnswerRoute(text)
        let url = try WalletURL(text)
        guard let request = url.request else {
            switch url.form {
            case .open, .dapp: return
            default: return hold(false, "a form with a request has one")
            }
        }
        hold(route == AnswerRoute(request), "a request that is read and one that is refused lead to the same place")
        let json = request.json(style: .android)
        guard let again = try? WalletRequest(json: json) else { return hold(false, "what is written can be read") }
        hold(again == request && again.json(style: .android) == json, "what is written is read back as it was")
        hold(
            (try? WalletRequest(json: request.json(style: .iOS)))?.action == request.action, "either style can be read")
        // Encoding makes some requests longer than a URL may be.
        guard let made = try? WalletURL.make(request, form: url.form, style: .android) else { return }
        hold((try? WalletURL(made))?.request == request, "what is made into a URL is read back as it was")
    }

    private static func checkAnswer(_ bytes: [UInt8]) throws(MYKEYError) {
        let answer = try WalletAnswer(url: String(decoding: bytes, as: UTF8.self))
        guard let url = try? answer.url(callback: "demo://h") else { return }
        guard let again = try? WalletAnswer(url: url) else {
            return hold(url.utf8.count > MYKEYLimits.urlBytes, "what is made can be read unless it is too long")
        }
        hold(
            same(again.action, answer.action) && same(again.callBackId, answer.callBackId),
            "what is made is read back as it was")
        hold(
            same(again.payload ?? "", answer.payload ?? "") && (again.payload == nil) == (answer.payload == nil),
            "the payload survives")
        guard let payload = answer.payload else { return }
        if let failure = try? FailurePayload(payload: payload) {
            hold((try? FailurePayload(payload: failure.payload)) == failure, "a failure is read back")
        }
        if let login = try? LoginPayload(payload: payload) {
            hold((try? LoginPayload(payload: login.payload)) == login, "a login is read back")
        }
    }

    private static func checkCallback(_ bytes: [UInt8]) throws(MYKEYError) {
        let body = try CallbackBody(json: bytes)
        let written = body.json()
        guard let again = try? CallbackBody(json: written) else {
            return hold(
                written.count > MYKEYLimits.callbackBytes, "what is written can be read unless escapes made it too long"
            )
        }
        hold(again.json() == written, "there is one form")
        guard case .login(let login) = body, case .login(let second) = again else { return }
        hold(same(login.unsigned, second.unsigned), "the signed text does not change on the way")
        if let account = try? AccountText(login.account) {
            hold(same(account.text, login.account), "an account keeps its letters")
        }
        hold(
            login.timestamp.time.map { same("\($0)", login.timestamp.text) } ?? true,
            "only canonical digits are a time")
    }

    private static func checkReply(_ bytes: [UInt8]) throws(MYKEYError) {
        let reply = CallbackReply(body: bytes)
        hold(reply.code >= 0 && (reply.defect == nil || !reply.isSuccess), "what is no reply is no success")
        hold(CallbackReply(body: reply.json()).code == reply.code, "what is written is read back as it was")
        hold(!CallbackReply(body: bytes, status: 500).isSuccess, "an error's status is no success")
    }

    private static func checkSignIn(_ bytes: [UInt8]) throws(MYKEYError) {
        let text = String(decoding: bytes, as: UTF8.self)
        let message = try SignInMessage(text: text)
        hold(same(message.text, text), "what is accepted is written as it was read")
        hold(!message.domain.utf8.contains(UInt8(ascii: "@")), "a domain hides no other one")
        let context = SignInContext(
            domain: message.domain, nonce: message.nonce, now: message.notBefore ?? message.issuedAt,
            chain: message.chain)
        hold([nil, .expired].contains(message.refusal(in: context)), "a message fits what it says")
        var other = context
        other.domain += "x"
        hold(message.refusal(in: other) == .domain, "a message is for one domain")
        hold(DangerousMessage.reasons(text).contains(.signIn), "a sign-in message is no ordinary text")
    }

    private static func checkMessage(_ bytes: [UInt8]) throws(MYKEYError) {
        let text = String(decoding: bytes, as: UTF8.self)
        let inside = DangerousMessage.reasons(bytes: Array(text.utf8))
        hold(inside.isSubset(of: DangerousMessage.reasons(text)), "a text is its bytes")
        guard !text.isEmpty else { return }
        hold(
            inside.isSubset(of: DangerousMessage.reasons("0x" + Hex.encode(Array(text.utf8)))),
            "hexadecimal hides nothing")
    }

    private static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    static func hold(_ condition: Bool, _ promise: StaticString) {
        precondition(condition, "broken promise: \(promise)")
    }
}
