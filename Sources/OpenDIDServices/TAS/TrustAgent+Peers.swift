import OpenDID_DataModel

// What the trust agent asks other servers (OpenDID sheet 5.6, 5.7, 5.9). Their errors are passed on; no answer is 15502.
extension TrustAgent {
    /// Asks an issuer. Whether it is enrolled is looked at each time: a transaction may live for a day.
    func ask<Q: Encodable & Sendable, R: Decodable & Sendable>(_ issuer: String, _ endpoint: ServiceEndpoint<Q, R>, _ request: Q) async throws -> R {
        let issuer = try await requireIssuer(issuer)
        return try await context.peers.call(endpoint, request, at: issuer.baseURL, unreachable: TASError.peerUnreachable)
    }

    /// What the app provider knows of a user.
    /// - Throws: ``ServiceError`` 17018 when it refuses, as upstream's trust agent answers.
    func personalData(of userID: String) async throws -> String {
        // An app provider that enrolled said where it is.
        let provider = try await registry.provider(context.configuration.dids[.cas] ?? "")
        do throws(ServiceError) {
            return try await context.peers.call(
                OpenDIDEndpoints.CAS.retrievePII, RetrievePii(userId: userID), at: provider?.baseURL, unreachable: TASError.peerUnreachable
            ).pii
        } catch {
            guard error.code != TASError.peerUnreachable else { throw error }
            throw TASError.retrieveKYCFailed("the app provider refuses with \(error.code)")
        }
    }
}
