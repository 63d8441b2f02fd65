import OpenDID_DataModel

extension GatewayRegistry {
    /// Returns the newest document of a DID, or `nil` if the registry does not know the DID.
    ///
    /// A stock gateway answers 500 to an unknown DID, and the same 500 if it cannot reach its ledger (did-api-server, `GET_DID_DOC_FAILED`;
    /// in release 1 before a repository, Spring's own body). Any other 500, such as a proxy's, is an error. A look-up of a DID that the
    /// registry certainly knows distinguishes the two cases: if it succeeds, the ledger can be reached.
    /// - Parameter known: a DID that the registry certainly knows.
    /// - Throws: ``WalletError`` or ``TransportFailure`` if the registry does not answer or its answer cannot be used.
    package func newest(_ did: String, beside known: String) async throws -> ResolvedDID? {
        do {
            return try await resolve(did, versionId: nil)
        } catch let failure as WalletError where Self.isInternal(failure) {
            guard did != known, try await resolve(known, versionId: nil) != nil else { throw failure }
        }
        // The ledger may have become reachable in between.
        do {
            return try await resolve(did, versionId: nil)
        } catch let failure as WalletError where Self.isInternal(failure) {
            return nil
        }
    }

    private static func isInternal(_ failure: WalletError) -> Bool {
        guard failure.code == .refused, let said = failure.serverError, said.status == 500 else { return false }
        return said.code == "SSRVAGW00200" || said.isUnhandled
    }
}
