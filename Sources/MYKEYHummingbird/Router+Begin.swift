import HTTPTypes
import HeraldJSON
import Hummingbird
import Logging
import MYKEYServices

extension RouterMethods {
    /// Mounts where a browser begins a login: POST without a body.
    ///
    /// Answers 200 `{"uuID","session","until"}`: the uuID goes into the request to the wallet, the session stays with the browser. 429 with
    /// `Retry-After` while too many logins are pending (`CallbackLimits`), 503 when the store does not answer.
    /// - Parameters:
    ///   - path: such as `/mykey/begin`.
    ///   - service: begins. Its limits for one address hold when the application's context is a `RemoteAddressRequestContext`.
    /// - Returns: the router, for more routes.
    @discardableResult
    public func mykeyBegin(_ path: RouterPath, _ service: CallbackService) -> Self {
        post(path) { _, context in
            do throws(MYKEYServicesError) {
                let login = try await service.beginLogin(from: CallerAddress.of(context))
                return StatusRoute.response(
                    ["uuID": .string(login.uuID), "session": .string(login.session.exposedText), "until": .int(login.until)], .ok)
            } catch {
                guard error.code == .tooMany else {
                    context.logger.error("MYKEY begin", metadata: ["reason": "\(error)"])
                    return StatusRoute.response(["error": "upstream", "reason": "the login could not be kept"], .serviceUnavailable)
                }
                var response = StatusRoute.response(["error": .string(error.code.rawValue), "reason": .string(error.reason)], .tooManyRequests)
                response.headers[.retryAfter] = "30"
                return response
            }
        }
        return self
    }
}
