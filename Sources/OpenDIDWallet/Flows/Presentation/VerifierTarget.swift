import Foundation
import OpenDID_DataModel

/// Where a verifier is: at the endpoint that the offer names when its host is allowed, at the configured address otherwise (OpenDID
/// sheet 7.3).
struct VerifierTarget: Codable, Sendable {
    private let base: String

    /// - Throws: ``WalletError`` `offer` when the offer names endpoints and none is at an allowed host.
    init(_ offer: VerifyOfferPayload, _ addresses: ServiceAddresses) throws(WalletError) {
        let named = (offer.endpoints ?? []).filter { !$0.isEmpty }
        guard !named.isEmpty else {
            base = Self.trimmed(addresses.verifier.absoluteString)
            return
        }
        guard let allowed = named.first(where: addresses.allows) else {
            throw WalletError(.offer, field: "endpoints", reason: "the verifier is at a host that is not allowed")
        }
        base = Self.trimmed(allowed)
    }

    func call<Q: Jsonable & Sendable, R>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q) throws(WalletError) -> ServiceCall {
        let body = try translating(.parameter, endpoint.name) { try request.canonicalBytes() }
        let path = ServiceRole.verifier.basePath
        // Samples print the whole path of one call, the specification wants a base URL: both are cut down to the server's own address.
        let root = [path, "/verifier"].first(where: base.hasSuffix).map { String(base.dropLast($0.count)) } ?? base
        return ServiceCall(role: .verifier, method: endpoint.method, url: root + endpoint.path, body: body)
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text
        while rest.hasSuffix("/") { rest.removeLast() }
        for name in ["/request-verify", "/request-profile"] where rest.hasSuffix(name) { rest.removeLast(name.count) }
        while rest.hasSuffix("/") { rest.removeLast() }
        return rest
    }
}
