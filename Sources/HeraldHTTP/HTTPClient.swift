import Foundation

/// What every client of the house sends through: HTTP/1.1 over libcurl on Linux, over Foundation's `URLSession` on Apple systems.
///
/// Cookies, caches and stored credentials are off. A redirect to another origin is not followed, so that a token never leaves its server.
/// TLS is 1.2 or newer, and certificates are checked.
///
/// Foundation's `URLSession` is not used on Linux because there it keeps every client below a few hundred exchanges a second, loses
/// an answer now and then when the machine is busy, hands 401 over without its body, takes proxies from the environment whatever it is
/// told, and ends the process when a connection closes inside the header lines of an answer (swift-corelibs-foundation issue 5285).
package final class HTTPClient: Sendable {
    /// Decides about a leaf certificate (DER) that the system does not trust. Asked on Apple systems only.
    package typealias CertificateDecision = @Sendable (Data) -> Bool

    #if canImport(CCurl)
        private let carrier: CurlCarrier
    #else
        private let carrier: SessionCarrier
    #endif

    /// - Parameters:
    ///   - acceptsCertificate: asked about certificates that the system does not trust; without it they are refused.
    ///   - usesProxies: whether calls go through the proxies that the system or, on Linux, the environment names.
    package init(acceptsCertificate: CertificateDecision? = nil, usesProxies: Bool = true) {
        #if canImport(CCurl)
            carrier = CurlCarrier(usesProxies: usesProxies)
        #else
            carrier = SessionCarrier(acceptsCertificate: acceptsCertificate, usesProxies: usesProxies)
        #endif
    }

    /// Sends one request and waits for the whole answer; cancelling the task cancels it.
    /// - Throws: ``HTTPFailure`` or `CancellationError`.
    package func send(_ call: HTTPCall) async throws -> HTTPAnswer {
        guard HeaderFields.areSendable(call.headers) else { throw HTTPFailure.malformedRequest }
        return try await carrier.send(call)
    }

    /// Ends every request under way; later ones throw ``HTTPFailure/closed``.
    package func close() { carrier.close() }
}
