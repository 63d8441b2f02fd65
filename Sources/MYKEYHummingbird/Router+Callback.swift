import HTTPTypes
import Hummingbird
import Logging
import MYKEYServices
import MYKEYWire
import NIOCore

extension RouterMethods {
    /// Mounts the callback of MYKEY logins: what wallets post to `callbackUrl` (MYKEY sheet 4).
    ///
    /// ```swift
    /// let router = Router()
    /// router.mykeyCallback("/mykey/login", service)
    /// ```
    ///
    /// Every decision is answered with HTTP status 200 and `{"code", "message"}`; a method other than POST with 405 and a code as well, and
    /// a post of an address that posts too often (`CallbackLimits`) with 429 and a code.
    /// What was decided is logged: refusals with their reason, 60 at once and one a second, logins without a text that names this server as
    /// a warning.
    /// - Parameters:
    ///   - path: such as `/mykey/login`.
    ///   - service: decides.
    /// - Returns: the router, for more routes.
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

/// Reads a body up to the length that a callback may have.
enum CallbackBodyReader {
    /// The body; `nil` when it is too long, or the client stopped sending it.
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

/// What the callback route answers and logs.
enum CallbackRoute {
    static let bodyTooLong = CallbackDecision.refused(CallbackRefusal(.fieldMissing, "the body is too long or incomplete")).reply
    static let wrongMethod = CallbackDecision.refused(CallbackRefusal(.fieldMissing, "POST is expected")).reply

    /// - Parameter closes: whether the rest of the request may stay away, so that the next one could not be told from it.
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
                if !login.isTagged { "MYKEY login without a text that names this server" }
                else if answer.reply.returnCode != nil { "MYKEY login, whose session has to bring the code" }
                else { "MYKEY login" }
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
