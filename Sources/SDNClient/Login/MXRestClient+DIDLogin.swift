import SDNValues
import SDNWire

extension MXRestClient {
    /// Logs a wallet in. The call looks up the wallet's DID, gets a challenge from the node, has the wallet sign it, and sends the
    /// signature back. A wallet without a DID gets one.
    ///
    /// If a wallet has several DIDs, the node lists first the DID that the wallet created or logged in to last. If another wallet has
    /// linked this wallet to its DID, this wallet has to log in once with that DID as `did`. With that login, it agrees to the link.
    ///
    /// The client itself does not change. Create another client with the returned credentials (SDN sheet 1.10).
    /// - Parameters:
    ///   - signer: the user's wallet. It signs the node's text unchanged.
    ///   - appSigner: the app vendor's key, for nodes that ask for it.
    ///   - deviceId: the existing device to use; `nil` creates a new one.
    ///   - deviceDisplayName: the name that the user sees in the list of devices.
    ///   - messageFormat: the format of the text to sign, for wallets that display Sign-In with Ethereum specially.
    ///   - did: the DID to log in to. Defaults to the first that the node lists for the wallet.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the node does not accept the signature; ``/SDNValues/SDNSDKError`` with code `signingFailed` when a
    ///   signer does not sign, or when the node's text is not one that a person could read and sign.
    public func loginWithDID(
        signer: any SDNWalletSigner, appSigner: (any SDNAppSigner)? = nil, deviceId: String? = nil,
        deviceDisplayName: String? = nil,
        messageFormat: MXDIDMessageFormat = .sdn, did: String? = nil
    ) async throws -> MXCredentials {
        let address = try await signed("address") { try await signer.address }
        let known = if let did { did } else { try await getDIDList(address).array.first }
        // The text of Sign-In with Ethereum names the wallet that signs it. A DID may have several wallets. The request therefore names the
        // address of the wallet that signs this login.
        let named = known == nil || messageFormat != .sdn ? address : nil
        let challenge = try await postPreLoginDID(known, address: named, messageFormat: messageFormat)
        try requireReadable(challenge.message)
        let appToken: String? =
            if let appSigner { try await signed("app_token") { try await appSigner.sign(challenge.message) } } else {
                nil
            }
        let token = try await signed("token") { try await signer.personalSign(challenge.message) }
        var proof = DIDLoginRequest(
            randomServer: challenge.randomServer.isEmpty ? nil : challenge.randomServer, updated: challenge.updated,
            did: challenge.did,
            address: address, message: challenge.message, token: token, appToken: appToken, deviceID: deviceId,
            deviceDisplayName: deviceDisplayName)
        proof.wantsRefreshToken = options.authEnableRefreshTokens
        let request = proof
        let response = try await call(Endpoints.didLogin, request, retry: .ifNotSent) {
            try MXLoginResponse(document: $0)
        }
        return makeCredentials(response)
    }

    /// Runs a signer, which is code of the app or of another program. The signer's error may quote the text to sign, so the error that is thrown says
    /// only that signing failed.
    func signed(_ field: String, _ body: () async throws -> String) async throws -> String {
        do {
            let text = try await body()
            if text.isEmpty { throw SDNSDKError(.signingFailed, field: field, reason: "the signer gave an empty text") }
            return text
        } catch let error where error is CancellationError || error is SDNSDKError || error is MXError {
            throw error
        } catch {
            throw SDNSDKError(.signingFailed, field: field, reason: "the signer did not sign (\(type(of: error)))")
        }
    }

    /// Refuses a text that could mean something else to a wallet. Browser wallets sign a text that looks like hexadecimal as raw bytes, and
    /// control characters can hide what is signed (SDN sheet 1.5).
    func requireReadable(_ message: String, endpoint: String = Endpoints.preLogin.name) throws {
        let isPlain = message.unicodeScalars.allSatisfy {
            $0 == "\n" || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value))
        }
        guard isPlain, !message.isEmpty, message.utf8.count <= 8192, !message.hasPrefix("0x"), !message.hasPrefix("0X")
        else {
            throw SDNSDKError(
                .signingFailed, field: "message", endpoint: endpoint,
                reason: "the node's challenge is not a readable text")
        }
    }
}

extension MXRestClient {
    /// Makes a wallet log the same device in again after each soft logout. The calls that the node refused then continue (SDN sheet 9.4
    /// #12).
    /// - Parameters:
    ///   - signer: the user's wallet. It is asked each time.
    ///   - appSigner: the app vendor's key, for nodes that ask for it.
    public func logInAgainAfterSoftLogout(signer: any SDNWalletSigner, appSigner: (any SDNAppSigner)? = nil) {
        reloginHandler = { [weak self] _ in
            guard let self else { return nil }
            // The login names the session's DID, because the wallet may have logged in to another DID since.
            let did = credentials.userId.flatMap { try? UserID($0).did?.text }
            return try await loginWithDID(
                signer: signer, appSigner: appSigner, deviceId: credentials.deviceId, did: did)
        }
    }
}
