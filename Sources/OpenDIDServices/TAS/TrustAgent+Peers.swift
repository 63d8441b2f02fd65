import OpenDID_DataModel

// The trust agent's calls to other servers (OpenDID sheet 5.6, 5.7, 5.9). Their errors are relayed. No answer is error 15502.
extension TrustAgent {
    /// Calls an issuer. Its enrolment is checked each time, because a transaction may live for a day.
    func ask<Q: Encodable & Sendable, R: Decodable & Sendable>(
        _ issuer: String, _ endpoint: ServiceEndpoint<Q, R>, _ request: Q
    ) async throws -> R {
        let issuer = try await requireIssuer(issuer)
        return try await context.peers.call(
            endpoint, request, at: issuer.baseURL, unreachable: TASError.peerUnreachable)
    }

    /// Returns the app provider's personal data of a user.
    /// - Throws: ``ServiceError`` 17018 if the app provider refuses, as upstream's trust agent does. 15502 if it does not answer.
    func personalData(of userID: String) async throws -> String {
        // An app provider that enrolled has stated its URL.
        var provider: RegisteredProvider?
        if let did = context.configuration.did(of: .cas) { provider = try await registry.provider(did) }
        do throws(ServiceError) {
            return try await context.peers.call(
                OpenDIDEndpoints.CAS.retrievePII, RetrievePii(userId: userID), at: provider?.baseURL,
                unreachable: TASError.peerUnreachable
            ).pii
        } catch {
            guard error.code != TASError.peerUnreachable else { throw error }
            throw TASError.retrieveKYCFailed("the app provider refuses with \(error.code)")
        }
    }
}
