import SDNWire

/// Logs in again when a session's token has ended and cannot be renewed, but its device is still there (a soft logout).
///
/// Gives credentials of the same user, made with the same device id, so that the device goes on; `nil` to leave it to the
/// ``MXRestClientUnauthenticatedHandler``. Of any number of calls that were refused at once one asks.
public typealias MXRestClientReloginHandler = @Sendable (_ error: MXError) async throws -> MXCredentials?

extension MXRestClient {
    /// Has a wallet log the same device in again after a soft logout, and the calls that were refused go on (SDN sheet 9.4 #12).
    /// - Parameters:
    ///   - signer: the user's wallet; asked each time.
    ///   - appSigner: the app vendor's key, for nodes that ask for it.
    public func logInAgainAfterSoftLogout(signer: any SDNWalletSigner, appSigner: (any SDNAppSigner)? = nil) {
        reloginHandler = { [weak self] _ in
            guard let self else { return nil }
            // Named, because the wallet may have logged in to another DID since.
            let did = credentials.userId.flatMap { try? UserID($0).did?.text }
            return try await loginWithDID(signer: signer, appSigner: appSigner, deviceId: credentials.deviceId, did: did)
        }
    }
}
