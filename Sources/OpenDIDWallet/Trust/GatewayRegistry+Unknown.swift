import OpenDID_DataModel

extension GatewayRegistry {
    /// Returns the newest document of a DID, or `nil` when the registry does not know the DID.
    ///
    /// A stock gateway answers 500 to an unknown DID, and the same 500 when its ledger is out of reach (did-api-server,
    /// `GET_DID_DOC_FAILED`; in release 1 before a repository, Spring's own body). Any other 500, such as a proxy's, says nothing. The two
    /// are told apart by a DID that the registry surely knows: while its document is shown, the ledger is within reach.
    /// - Parameter known: such a DID.
    package func newest(_ did: String, beside known: String) async throws -> ResolvedDID? {
        do {
            return try await resolve(did, versionId: nil)
        } catch let failure as WalletError where Self.isInternal(failure) {
            guard did != known, try await resolve(known, versionId: nil) != nil else { throw failure }
        }
        // The ledger may have come back in between.
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
