import SDNWire

/// Logs in again when a session's token has expired and cannot be renewed, but its device still exists (a soft logout).
///
/// Returns credentials of the same user for the same device id, so that the device continues. `nil` leaves the matter to the
/// ``MXRestClientUnauthenticatedHandler``. When several calls are refused at once, the handler is called once.
public typealias MXRestClientReloginHandler = @Sendable (_ error: MXError) async throws -> MXCredentials?

extension MXRestClient {
    /// Makes a wallet log the same device in again after a soft logout. The refused calls then continue (SDN sheet 9.4 #12).
    /// - Parameters:
    ///   - signer: the user's wallet. It is asked each time.
    ///   - appSigner: the app vendor's key, for nodes that ask for it.
    public func logInAgainAfterSoftLogout(signer: any SDNWalletSigner, appSigner: (any SDNAppSigner)? = nil) {
        reloginHandler = { [weak self] _ in
            guard let self else { return nil }
            // The DID is named, because the wallet may have logged in to another DID since.
            let did = credentials.userId.flatMap { try? UserID($0).did?.text }
            return try await loginWithDID(signer: signer, appSigner: appSigner, deviceId: credentials.deviceId, did: did)
        }
    }
}
