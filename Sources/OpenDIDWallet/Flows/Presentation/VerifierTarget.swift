import Foundation
import OpenDID_DataModel

/// The address of a verifier: the offer's endpoint if its host is allowed, or the configured address if the offer has none
/// (OpenDID sheet 7.3).
struct VerifierTarget: Codable, Sendable {
    private let base: String

    /// The configured address.
    init(_ addresses: ServiceAddresses) { base = Self.trimmed(addresses.verifier.absoluteString) }

    /// Creates the address from an offer.
    /// - Throws: ``WalletError`` with code `offer` if the offer has endpoints and none has an allowed host.
    init(_ offer: VerifyOfferPayload, _ addresses: ServiceAddresses) throws(WalletError) {
        let named = (offer.endpoints ?? []).filter { !$0.isEmpty }
        guard !named.isEmpty else {
            self = VerifierTarget(addresses)
            return
        }
        guard let allowed = named.first(where: addresses.allows) else {
            throw WalletError(.offer, field: "endpoints", reason: "the verifier's host is not allowed")
        }
        base = Self.trimmed(allowed)
    }

    func call<Q: Jsonable & Sendable, R>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q) throws(WalletError)
        -> ServiceCall
    {
        let body = try translating(.parameter, endpoint.name) { try request.canonicalBytes() }
        let path = ServiceRole.verifier.basePath
        // Sample offers contain the whole path of one call, although the specification requires a base URL. Both forms are shortened to the
        // address of the server.
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
