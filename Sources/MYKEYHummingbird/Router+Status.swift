import HTTPTypes
import HeraldJSON
import Hummingbird
import Logging
import MYKEYServices
import MYKEYWire
import NIOCore

extension RouterMethods {
    /// Mounts where a browser asks what became of the login it began (MYKEY sheet 3.7, 11.2): GET with the session's secret as bearer
    /// token, never in the URL, and with the login's code in the field `Login-Code` once the wallet has brought it (`ReturnRule`).
    ///
    /// Answers `{"status":"pending","until":…}`, `{"status":"accepted","login":{…}}` or `{"status":"unknown"}`; 401 without a session,
    /// 400 for a code that is none, 429 for an address that asks too often (`CallbackLimits`), 503 when the store does not answer.
    /// - Parameters:
    ///   - path: such as `/mykey/status`.
    ///   - service: knows.
    /// - Returns: the router, for more routes.
    @discardableResult
    public func mykeyStatus(_ path: RouterPath, _ service: CallbackService) -> Self {
        get(path) { request, context in
            let words = request.headers[.authorization]?.split(separator: " ") ?? []
            guard words.count == 2, words.first?.lowercased() == "bearer", let session = try? LoginSession(String(words[1])) else {
                return StatusRoute.response(["status": "unknown"], .unauthorized)
            }
            let given = request.headers[StatusRoute.codeField]
            let code = given.flatMap { try? ReturnCode($0) }
            guard given == nil || code != nil else {
                return StatusRoute.response(["status": "unknown", "reason": "Login-Code: 32 hexadecimal digits were expected"], .badRequest)
            }
            do throws(MYKEYServicesError) {
                return StatusRoute.response(StatusRoute.json(try await service.status(of: session, code: code, from: CallerAddress.of(context))), .ok)
            } catch where error.code == .tooMany {
                var response = StatusRoute.response(["status": "unknown", "reason": .string(error.reason)], .tooManyRequests)
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

/// What the status route answers.
enum StatusRoute {
    /// No part of the URL, which proxies log.
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
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.serialized())))
    }
}
