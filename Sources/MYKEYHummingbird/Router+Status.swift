import HTTPTypes
import HeraldJSON
import HeraldPeer
import Hummingbird
import Logging
import MYKEYServices
import MYKEYWire

extension RouterMethods {
    /// Adds the route at which a browser asks for the state of the login that it began (MYKEY sheet 3.7, 11.2). The request is a GET with
    /// the session's secret as a bearer token. The secret is never in the URL. When the wallet has returned the login's code, the request
    /// must contain the code in the header field `Login-Code` (`ReturnRule`).
    ///
    /// It responds with `{"status":"pending","until":…}`, `{"status":"accepted","login":{…}}` or `{"status":"unknown"}`. It responds with 401 without
    /// a session, 400 for a malformed code, 429 for an address that asks too often (`CallbackLimits`), and 503 when the store fails.
    /// - Parameters:
    ///   - path: the path, such as `/mykey/status`.
    ///   - service: knows the state of logins. Its limits per address apply only if the application's request context is a
    ///     `RemoteAddressRequestContext` with the client's own address (<doc:LogInWithAWallet>).
    /// - Returns: the router, to add more routes.
    @discardableResult
    public func mykeyStatus(_ path: RouterPath, _ service: CallbackService) -> Self {
        let addresses = CallerAddresses()
        get(path) { request, context in
            Response(
                small: await StatusRoute.response(
                    to: request.headers, service, from: addresses.of(context), logger: context.logger))
        }
        return self
    }
}

/// Responds to questions about the state of a login.
package enum StatusRoute {
    /// The header field of the code. The code is not part of the URL, because proxies log URLs.
    static let codeField: HTTPField.Name = {
        let name = HTTPField.Name("Login-Code")
        precondition(name != nil, "Login-Code is a valid name of a header field")
        return name ?? .authorization
    }()

    /// Returns the state of a login.
    /// - Parameter address: the client's IP address, if it is known.
    package static func response(
        to headers: HTTPFields, _ service: CallbackService, from address: String?, logger: Logger
    ) async -> ListenerResponse {
        let words = headers[.authorization]?.split(separator: " ") ?? []
        guard words.count == 2, words.first?.lowercased() == "bearer",
            let session = try? LoginSession(String(words[1]))
        else {
            return response(["status": "unknown"], .unauthorized)
        }
        let given = headers[codeField]
        let code = given.flatMap { try? ReturnCode($0) }
        guard given == nil || code != nil else {
            return response(
                ["status": "unknown", "reason": "Login-Code: 32 hexadecimal digits were expected"], .badRequest)
        }
        do throws(MYKEYServicesError) {
            return response(json(try await service.status(of: session, code: code, from: address)), .ok)
        } catch  where error.code == .tooMany {
            var refusal = response(["status": "unknown", "reason": .string(error.reason)], .tooManyRequests)
            refusal.headers[.retryAfter] = "1"
            return refusal
        } catch {
            logger.error("MYKEY status", metadata: ["reason": "\(error)"])
            return response(["status": "unknown"], .serviceUnavailable)
        }
    }

    static func json(_ status: LoginStatus) -> JSONValue {
        switch status {
        case .pending(let until): ["status": "pending", "until": .int(until.seconds)]
        case .accepted(let login): ["status": "accepted", "login": login.json]
        case .unknown: ["status": "unknown"]
        }
    }

    /// Returns a response with a JSON value that no cache may store.
    package static func response(_ value: JSONValue, _ status: HTTPResponse.Status) -> ListenerResponse {
        ListenerResponse(
            status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(value.serialized()))
    }
}
