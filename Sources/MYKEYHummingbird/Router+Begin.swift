import HTTPTypes
import HeraldJSON
import HeraldPeer
import Hummingbird
import Logging
import MYKEYServices
import MYKEYWire

extension RouterMethods {
    /// Adds the route where a browser begins a login: POST without a body.
    ///
    /// It responds with 200 `{"uuID","session","until"}`. The uuID is for the request to the wallet. The session stays in the browser. It
    /// responds with 403 to a browser's request from a page of another site, with 429 and `Retry-After` when too many logins are pending
    /// (`CallbackLimits`), and with 503 when the store fails.
    /// - Parameters:
    ///   - path: the path, such as `/mykey/begin`.
    ///   - service: begins logins. Its limits per address apply only if the application's request context is a
    ///     `RemoteAddressRequestContext` with the client's own address (<doc:LogInWithAWallet>).
    ///   - allowedOrigins: the origins of the application's own pages on other sites, such as `https://app.example` or
    ///     `capacitor://localhost`. Defaults to none.
    /// - Returns: the router, to add more routes.
    @discardableResult
    public func mykeyBegin(_ path: RouterPath, _ service: CallbackService, allowedOrigins: Set<String> = []) -> Self {
        let addresses = CallerAddresses()
        post(path) { request, context in
            Response(
                small: await BeginRoute.response(
                    to: request.headers, service, allowedOrigins: allowedOrigins, from: addresses.of(context),
                    logger: context.logger))
        }
        return self
    }
}

/// Responds to browsers that begin a login.
package enum BeginRoute {
    /// The header field in which a browser says whether a page of another site sends the request. A page cannot set it.
    private static let siteField = HTTPField.Name("Sec-Fetch-Site")

    /// Begins a login.
    ///
    /// A page of another site is refused. It could otherwise use up all places of its visitors' addresses with requests that need no
    /// permission of this server.
    /// - Parameters:
    ///   - headers: the header fields of the request.
    ///   - service: begins the login.
    ///   - allowedOrigins: the origins of pages on other sites that may begin logins. Defaults to none.
    ///   - address: the client's IP address, if it is known.
    ///   - logger: gets the errors of the store.
    package static func response(
        to headers: HTTPFields, _ service: CallbackService, allowedOrigins: Set<String> = [], from address: String?,
        logger: Logger
    ) async -> ListenerResponse {
        let isOfOtherSite = siteField.flatMap { headers[$0] }?.lowercased() == "cross-site"
        let isAllowed = headers[.origin].map { allowedOrigins.contains($0) } ?? false
        guard !isOfOtherSite || isAllowed else {
            return StatusRoute.response(
                ["error": "cross_site", "reason": "a page of another site cannot begin a login"], .forbidden)
        }
        do throws(MYKEYServicesError) {
            let login = try await service.beginLogin(from: address)
            return StatusRoute.response(
                [
                    "uuID": .string(login.uuID), "session": .string(login.session.exposedText),
                    "until": .int(login.until.seconds),
                ], .ok)
        } catch {
            guard error.code == .tooMany else {
                logger.error("MYKEY begin", metadata: ["reason": "\(error)"])
                return StatusRoute.response(
                    ["error": "upstream", "reason": "the login could not be kept"], .serviceUnavailable)
            }
            var response = StatusRoute.response(
                ["error": .string(error.code.rawValue), "reason": .string(error.reason)], .tooManyRequests)
            response.headers[.retryAfter] = "\(service.pauseBeforeLogin(from: address).components.seconds)"
            return response
        }
    }
}
