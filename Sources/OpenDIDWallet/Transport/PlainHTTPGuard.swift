import Foundation

/// Sends nothing over plain HTTP to another machine unless the addresses allow it, because an attacker on the network could answer in the
/// gateway's name.
struct PlainHTTPGuard: ServiceTransport {
    let inner: any ServiceTransport
    let addresses: ServiceAddresses

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        // The transport refuses a malformed URL.
        if let url = URL(string: call.url), !addresses.allowsConnection(to: url) {
            throw TransportFailure(
                .plainHTTP,
                reason: "plain HTTP to another machine is not allowed, so use https for \(url.host ?? "")")
        }
        return try await inner.send(call)
    }
}
