import Foundation

/// The HTTP client of all modules: HTTP/1.1 over libcurl on Linux and over Foundation's `URLSession` on Apple systems.
///
/// It does not use cookies, caches or stored credentials. It does not follow redirects to another origin, so a token never leaves its server.
/// It requires TLS 1.2 or newer and checks certificates.
///
/// `URLSession` is not used on Linux, because there it limits every client to a few hundred exchanges per second, occasionally loses a response on a
/// busy machine, delivers 401 without its body, takes proxies from the environment even when told not to, and crashes the process when a
/// connection closes inside a response's header lines (swift-corelibs-foundation issue 5285).
package final class HTTPClient: Sendable {
    /// Decides about a leaf certificate (DER) that the system does not trust. It is used only on Apple systems.
    package typealias CertificateDecision = @Sendable (Data) -> Bool

    #if canImport(CCurl)
    private let carrier: CurlCarrier
    #else
    private let carrier: SessionCarrier
    #endif

    /// Creates a client.
    /// - Parameters:
    ///   - acceptsCertificate: decides about certificates that the system does not trust. Without it they are rejected.
    ///   - usesProxies: true to use the proxies that the system or, on Linux, the environment configures. Defaults to true.
    package init(acceptsCertificate: CertificateDecision? = nil, usesProxies: Bool = true) {
        #if canImport(CCurl)
        carrier = CurlCarrier(usesProxies: usesProxies)
        #else
        carrier = SessionCarrier(acceptsCertificate: acceptsCertificate, usesProxies: usesProxies)
        #endif
    }

    /// Sends one request and returns the whole response. Cancelling the task cancels the request.
    /// - Throws: ``HTTPFailure`` or `CancellationError`.
    package func send(_ call: HTTPCall) async throws -> HTTPAnswer {
        guard HeaderFields.areSendable(call.headers) else { throw HTTPFailure.malformedRequest }
        return try await carrier.send(call)
    }

    /// Ends every request under way. Later requests throw ``HTTPFailure/closed``.
    package func close() { carrier.close() }
}
