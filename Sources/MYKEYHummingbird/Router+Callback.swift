import HTTPTypes
import Hummingbird
import Logging
import MYKEYServices
import MYKEYWire
import NIOCore

extension RouterMethods {
    /// Adds the callback of MYKEY logins, which wallets post to as `callbackUrl` (MYKEY sheet 4).
    ///
    /// ```swift
    /// let router = Router()
    /// router.mykeyCallback("/mykey/login", service)
    /// ```
    ///
    /// Every decision has HTTP status 200 and the body `{"code", "message"}`. Another method than POST gets 405 and a code. A post of an address that
    /// posts too often (`CallbackLimits`) gets 429 and a code.
    ///
    /// Decisions are logged. At most 60 refusals are logged at once and then one per second. Logins without a text that names this server are logged
    /// as warnings.
    /// - Parameters:
    ///   - path: the path, such as `/mykey/login`.
    ///   - service: decides about logins.
    /// - Returns: the router, to add more routes.
    @discardableResult
    public func mykeyCallback(_ path: RouterPath, _ service: CallbackService) -> Self {
        let refusals = RefusalLog()
        post(path) { request, context in
            guard let body = await CallbackBodyReader.collect(request.body) else {
                return CallbackRoute.response(CallbackRoute.bodyTooLong, closes: true)
            }
            let answer = await service.receive(body, from: CallerAddress.of(context))
            CallbackRoute.log(answer, to: context.logger, refusals)
            return answer.isThrottled ? CallbackRoute.throttled(answer.reply) : CallbackRoute.response(answer.reply)
        }
        for method in [HTTPRequest.Method.get, .put, .delete, .patch] {
            on(path, method: method) { _, _ in
                var response = CallbackRoute.response(CallbackRoute.wrongMethod)
                response.status = .methodNotAllowed
                response.headers[.allow] = "POST"
                return response
            }
        }
        return self
    }
}

/// Reads a body up to the largest size of a callback.
enum CallbackBodyReader {
    /// Returns the body, or `nil` when it is too long or incomplete.
    static func collect(_ body: RequestBody) async -> [UInt8]? {
        var bytes: [UInt8] = []
        do {
            for try await buffer in body {
                guard bytes.count + buffer.readableBytes <= MYKEYLimits.callbackBytes else { return nil }
                bytes.append(contentsOf: buffer.readableBytesView)
            }
        } catch {
            return nil
        }
        return bytes
    }
}

/// Creates the responses and log messages of the callback route.
enum CallbackRoute {
    static let bodyTooLong = CallbackDecision.refused(
        CallbackRefusal(.fieldMissing, "the body is too long or incomplete")
    ).reply
    static let wrongMethod = CallbackDecision.refused(CallbackRefusal(.fieldMissing, "POST is expected")).reply

    /// - Parameter closes: true when the rest of the request may be missing, so that the next request could not be recognised.
    static func response(_ reply: CallbackReply, closes: Bool = false) -> Response {
        var headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        if closes { headers[.connection] = "close" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.json())))
    }

    static func throttled(_ reply: CallbackReply) -> Response {
        var answer = response(reply)
        answer.status = .tooManyRequests
        answer.headers[.retryAfter] = "1"
        return answer
    }

    static func log(_ answer: CallbackAnswer, to logger: Logger, _ refusals: RefusalLog) {
        if let login = answer.login {
            let level: Logger.Level = login.isTagged ? .info : .warning
            let note =
                if !login.isTagged {
                    "MYKEY login without a text that names this server"
                } else if answer.reply.returnCode != nil { "MYKEY login, whose session has to bring the code" } else {
                    "MYKEY login"
                }
            logger.log(level: level, "\(note)", metadata: ["account": "\(login.caip10)"])
        } else if let refusal = answer.refusal {
            let level: Logger.Level = refusal.check == .upstream ? .error : .notice
            guard let leftOut = refusals.count() else { return }
            var metadata: Logger.Metadata = ["code": "\(refusal.code)", "reason": "\(refusal.reason)"]
            if leftOut > 0 { metadata["leftOut"] = "\(leftOut)" }
            logger.log(level: level, "MYKEY login refused", metadata: metadata)
        } else {
            logger.info("MYKEY login repeated, answered as before")
        }
    }
}
