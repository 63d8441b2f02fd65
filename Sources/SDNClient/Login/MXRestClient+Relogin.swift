import SDNValues
import SDNWire

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
            return try await loginWithDID(
                signer: signer, appSigner: appSigner, deviceId: credentials.deviceId, did: did)
        }
    }
}
