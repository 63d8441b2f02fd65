import HTTPTypes
import HeraldPeer
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
    /// Every decision about a login has HTTP status 200 and the body `{"code", "message"}`. A method other than POST gets 405 and a code.
    /// If an address posts too often (`CallbackLimits`), its posts get 429 and a code, their bodies are not read, and their connection is
    /// closed.
    ///
    /// The limits per address need the clients' addresses: the application's request context must be a `RemoteAddressRequestContext`. If it
    /// is not, only the total limits and those per login apply, and the first request logs a warning. Behind a proxy, the address of the
    /// connection is the proxy's, so all clients share one limit. <doc:LogInWithAWallet> says how to get the client's address then.
    ///
    /// Decisions are logged. At most 60 refusals are logged at once and then one per second. A login without a sign-in text that names this
    /// server is logged as a warning.
    /// - Parameters:
    ///   - path: the path, such as `/mykey/login`.
    ///   - service: decides about logins.
    /// - Returns: the router, to add more routes.
    @discardableResult
    public func mykeyCallback(_ path: RouterPath, _ service: CallbackService) -> Self {
        let refusals = RefusalLog()
        let addresses = CallerAddresses()
        post(path) { request, context in
            let caller = addresses.of(context)
            if var refusal = CallbackRoute.refusal(service, from: caller, logger: context.logger, refusals) {
                refusal.closes = true
                return Response(small: refusal)
            }
            guard let body = await CallbackBodyReader.collect(request.body) else {
                return Response(small: CallbackRoute.bodyTooLong)
            }
            return Response(
                small: await CallbackRoute.response(
                    to: body, service, from: caller, logger: context.logger, refusals))
        }
        for method in [HTTPRequest.Method.get, .put, .delete, .patch] {
            on(path, method: method) { _, _ in Response(small: CallbackRoute.wrongMethod) }
        }
        return self
    }
}

/// Reads a body up to the largest size of a callback.
enum CallbackBodyReader {
    /// Returns the body. Returns `nil` if the body is too long or incomplete.
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

/// Responds to wallets, and logs the decisions about logins.
package enum CallbackRoute {
    /// The response to a body that is too long or incomplete. The connection is closed afterwards, because the rest of the body may follow
    /// and the next request could not be recognised.
    package static let bodyTooLong = {
        var refusal = response(
            CallbackDecision.refused(CallbackRefusal(.fieldMissing, "the body is too long or incomplete")).reply)
        refusal.closes = true
        return refusal
    }()

    /// The response to a request with a method other than POST.
    package static let wrongMethod = {
        var refusal = response(CallbackDecision.refused(CallbackRefusal(.fieldMissing, "POST is expected")).reply)
        refusal.status = .methodNotAllowed
        refusal.headers[.allow] = "POST"
        return refusal
    }()

    /// Counts a post before its body is read.
    /// - Parameters:
    ///   - address: the client's IP address, if it is known.
    ///   - refusals: limits the log.
    /// - Returns: the response if the address posts too often, otherwise `nil`.
    package static func refusal(
        _ service: CallbackService, from address: String?, logger: Logger, _ refusals: RefusalLog
    ) -> ListenerResponse? {
        service.refusedPost(from: address).map { response(to: $0, logger, refusals) }
    }

    /// Decides about the body of a post that ``refusal(_:from:logger:_:)`` has counted, and returns the response.
    /// - Parameters:
    ///   - address: the client's IP address, if it is known.
    ///   - refusals: limits the log.
    package static func response(
        to body: [UInt8], _ service: CallbackService, from address: String?, logger: Logger, _ refusals: RefusalLog
    ) async -> ListenerResponse {
        response(to: await service.receive(counted: body, from: address), logger, refusals)
    }

    private static func response(to answer: CallbackAnswer, _ logger: Logger, _ refusals: RefusalLog)
        -> ListenerResponse
    {
        log(answer, to: logger, refusals)
        var response = response(answer.reply)
        if answer.isThrottled {
            response.status = .tooManyRequests
            response.headers[.retryAfter] = "1"
        }
        return response
    }

    private static func response(_ reply: CallbackReply) -> ListenerResponse {
        ListenerResponse(
            .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(reply.json()))
    }

    private static func log(_ answer: CallbackAnswer, to logger: Logger, _ refusals: RefusalLog) {
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
