import HTTPTypes
import HeraldJSON
import Hummingbird
import Logging
import MYKEYServices
import MYKEYWire
import NIOCore

extension RouterMethods {
    /// Adds the route where a browser asks for the state of the login that it began (MYKEY sheet 3.7, 11.2). The request is a GET with the session's
    /// secret as bearer token, never in the URL. Once the wallet has brought the login's code, the request carries it in the header field
    /// `Login-Code` (`ReturnRule`).
    ///
    /// It responds with `{"status":"pending","until":…}`, `{"status":"accepted","login":{…}}` or `{"status":"unknown"}`. It responds with 401 without
    /// a session, 400 for a malformed code, 429 for an address that asks too often (`CallbackLimits`), and 503 when the store fails.
    /// - Parameters:
    ///   - path: the path, such as `/mykey/status`.
    ///   - service: knows the state of logins.
    /// - Returns: the router, to add more routes.
    @discardableResult
    public func mykeyStatus(_ path: RouterPath, _ service: CallbackService) -> Self {
        get(path) { request, context in
            let words = request.headers[.authorization]?.split(separator: " ") ?? []
            guard words.count == 2, words.first?.lowercased() == "bearer",
                let session = try? LoginSession(String(words[1]))
            else {
                return StatusRoute.response(["status": "unknown"], .unauthorized)
            }
            let given = request.headers[StatusRoute.codeField]
            let code = given.flatMap { try? ReturnCode($0) }
            guard given == nil || code != nil else {
                return StatusRoute.response(
                    ["status": "unknown", "reason": "Login-Code: 32 hexadecimal digits were expected"], .badRequest)
            }
            do throws(MYKEYServicesError) {
                return StatusRoute.response(
                    StatusRoute.json(
                        try await service.status(of: session, code: code, from: CallerAddress.of(context))), .ok)
            } catch  where error.code == .tooMany {
                var response = StatusRoute.response(
                    ["status": "unknown", "reason": .string(error.reason)], .tooManyRequests)
                response.headers[.retryAfter] = "1"
                return response
            } catch {
                context.logger.error("MYKEY status", metadata: ["reason": "\(error)"])
                return StatusRoute.response(["status": "unknown"], .serviceUnavailable)
            }
        }
        return self
    }
}

/// Creates the responses of the status route.
enum StatusRoute {
    /// The header field of the code. The code is not part of the URL, because proxies log URLs.
    static let codeField = HTTPField.Name("Login-Code") ?? .authorization

    static func json(_ status: LoginStatus) -> JSONValue {
        switch status {
        case .pending(let until): ["status": "pending", "until": .int(until)]
        case .accepted(let login): ["status": "accepted", "login": login.json]
        case .unknown: ["status": "unknown"]
        }
    }

    static func response(_ value: JSONValue, _ status: HTTPResponse.Status) -> Response {
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.serialized())))
    }
}
