import HeraldKeys
import Logging
import SDNWire

/// Login by wallet signature: the client requests a challenge, and sends its signature for an access token (SDN sheet 1.3 to 1.9).
///
/// Between two requests, it has no state beside that of its stores. If they are in a database, any instance of a server finishes any login.
package struct DIDLogin: Sendable {
    package let settings: IdentitySettings
    package let store: any DIDStore
    package let challenges: any ChallengeStore
    package let limits: any IdentityLimits
    package let sessions: any DIDSessions

    package init(
        settings: IdentitySettings, store: any DIDStore, challenges: any ChallengeStore, limits: any IdentityLimits,
        sessions: any DIDSessions
    ) {
        self.settings = settings
        self.store = store
        self.challenges = challenges
        self.limits = limits
        self.sessions = sessions
    }

    /// Returns the DIDs that a wallet has signed to control.
    /// - Throws: `WireError` if the address is malformed; errors of the store.
    package func list(_ request: DIDListRequest) async throws -> DIDListResponse {
        DIDListResponse(dids: try await store.dids(of: WalletReference(request.address).address).map(\.text))
    }

    /// Creates a login challenge.
    /// - Parameter remote: the client's network, under which limits count the request.
    /// - Throws: the errors of SDN sheet 1.9.
    package func challenge(_ request: PreLoginRequest, remote: String) async throws -> PreLoginResponse {
        let did = try request.did.map { text throws(WireError) in try SDNDID(text) }
        let address = try request.address.map { text throws(WireError) in try WalletReference(text).address }
        guard let subject = did?.hex ?? address?.lowercaseHex else { throw Self.noSubject }
        try await limits.use(.challenge(remote: remote, account: subject))
        let nonce = settings.nonce()
        let format = try format(request.messageFormat)
        let challenge: Challenge
        if let did {
            challenge = try await self.challenge(nonce, did: did, address: address, format)
        } else {
            guard let address else { throw Self.noSubject }
            challenge = try await self.challenge(nonce, address: address, format)
        }
        try await challenges.open(challenge, remote: remote)
        return challenge.response
    }

    private static let noSubject = WireError(.missing, field: "did", reason: "did or address is needed")

    private func challenge(
        _ nonce: String, did: SDNDID, address: EthereumAddress?, _ format: Challenge.Format
    ) async throws -> Challenge {
        let document = try await store.document(of: did).known()
        if let address, !document.addresses.contains(address) {
            throw MatrixError(.forbidden, "This address is not linked to the DID.")
        }
        return Challenge(
            nonce: nonce, did: did, address: address, operation: .linkKey, updated: document.updated,
            node: settings.serverName, format: format,
            shown: document.provenAddresses.first ?? document.addresses.first)
    }

    private func challenge(
        _ nonce: String, address: EthereumAddress, _ format: Challenge.Format
    ) async throws -> Challenge {
        let now = settings.now()
        switch try await store.standing(of: address) {
        case .controls(let document):
            return Challenge(
                nonce: nonce, did: document.did, address: address, operation: .linkKey, updated: document.updated,
                node: settings.serverName, format: format)
        case .former(let own) where own.isBurned:
            throw MatrixError(.userDeactivated, "The DID of this wallet has been burned.")
        case .former:
            throw MatrixError(
                .forbidden,
                "This wallet was unlinked from its DID; to log in to a DID that it was linked to later, name that DID.")
        case .new:
            // This is a first login. The DID is stored only after the wallet has signed.
            return Challenge(
                nonce: nonce, did: SDNDID(address: address), address: address, operation: .create,
                updated: now.rfc3339, node: settings.serverName, format: format)
        }
    }

    /// Verifies an answer and opens a session.
    /// - Parameter remote: the client's network, under which limits count the request.
    /// - Throws: the errors of SDN sheet 1.9.
    package func login(_ request: DIDLoginRequest, remote: String) async throws -> LoginResponse {
        let proof = try LoginProof(request)
        let challenge = try await find(proof, remote)
        let signer: EthereumAddress
        do {
            signer = try await verify(proof, challenge)
        } catch let error as MatrixError where error.code == .forbidden {
            // Without a nonce, a client can name the challenge of another client. Its failures must not use up the other client's attempts.
            if proof.nonce != nil { try await challenges.noteFailure(challenge) }
            // Only failures count for the account, so that many attempts by other clients cannot block the owner's valid answer.
            try await limits.use(.failure(account: challenge.did.hex))
            throw error
        }
        if challenge.operation == .create { try await limits.use(.newAccount(remote: remote)) }
        try await challenges.spend(challenge)
        return try await sessions.open(
            VerifiedLogin(
                challenge: challenge, signer: signer, deviceID: proof.deviceID,
                deviceDisplayName: proof.deviceDisplayName, wantsRefreshToken: proof.wantsRefreshToken))
    }

    private func format(_ name: String?) throws(WireError) -> Challenge.Format {
        switch name {
        case nil, "sdn": return .sdn
        case "eip4361":
            return .eip4361(uri: "https://\(settings.serverName)/", issued: settings.now().rfc3339)
        default: throw WireError(.invalid, field: "message_format", reason: "expected sdn or eip4361")
        }
    }

    private func find(_ proof: LoginProof, _ remote: String) async throws -> Challenge {
        if let nonce = proof.nonce {
            let challenge = try await challenges.find(nonce: nonce)
            guard challenge.purpose == .login else { throw ChallengeLimits.ended(nil) }
            return challenge
        }
        guard let did = proof.did else {
            throw WireError(
                .missing, field: "random_server", reason: "needed, unless identifier.did and updated are given")
        }
        let candidates = try await challenges.find(did: did, updated: proof.updated, remote: remote).filter {
            $0.purpose == .login
        }
        let wallets = try await store.document(of: did)?.addresses ?? []
        // The deprecated flow does not name the challenge. The signed text shows which one it is.
        let answered = candidates.first { candidate in
            settings.signers(of: candidate.message, proof.signature).contains {
                $0 == candidate.address || wallets.contains($0)
            }
        }
        guard let challenge = answered ?? candidates.first else {
            throw ChallengeLimits.ended(nil)
        }
        return challenge
    }

    /// Returns the wallet of the challenge's DID that has signed the text. A login accepts every linked wallet, because a new wallet proves control
    /// of the DID by its first login. All other operations need a wallet that has already proved control.
    /// - Throws: `M_FORBIDDEN` if no such wallet has signed. The challenge stays open.
    @discardableResult
    package func verify(_ proof: LoginProof, _ challenge: Challenge) async throws -> EthereumAddress {
        if let did = proof.did, did != challenge.did {
            throw MatrixError(.forbidden, "The challenge was made for another DID.")
        }
        guard proof.updated == challenge.updated else {
            throw MatrixError(.forbidden, "updated differs from the challenge.")
        }
        if let message = proof.message, !message.utf8.elementsEqual(challenge.message.utf8) {
            throw MatrixError(.forbidden, "The message differs from the challenge.")
        }
        let signers = settings.signers(of: challenge.message, proof.signature)
        let document = try await store.documentForLogin(of: challenge.did)
        try challenge.requireCurrent(document)
        let known = challenge.purpose == .login ? document?.addresses : document?.provenAddresses
        let linked = known ?? [challenge.address].compactMap { $0 }
        if let address = proof.address, !linked.contains(address) {
            throw MatrixError(.forbidden, "The address is not linked to the DID.")
        }
        // If the challenge names a wallet, only that wallet may answer.
        let allowed = challenge.address.map { address in linked.filter { $0 == address } } ?? linked
        guard let signer = signers.first(where: allowed.contains) else {
            throw MatrixError(.forbidden, "The signature is not from a wallet of this DID.")
        }
        try verifyAppToken(proof, challenge)
        return signer
    }

    private func verifyAppToken(_ proof: LoginProof, _ challenge: Challenge) throws {
        let known = settings.developers
        var isGood = false
        if let text = proof.appToken, let signature = try? RecoverableSignature(text: text, rules: .sdn) {
            isGood = settings.signers(of: challenge.message, signature).contains(where: known.contains)
        }
        if isGood { return }
        if settings.requiresAppToken {
            let isMissing = proof.appToken == nil
            throw MatrixError(
                .forbidden,
                isMissing ? "This server needs an app_token." : "The app_token is not from a known developer key.")
        }
        if proof.appToken != nil, !known.isEmpty {
            settings.logger.info("app_token not from a known developer key, ignored")
        }
    }
}

extension Challenge {
    /// The answer to the request for the challenge.
    var response: PreLoginResponse {
        PreLoginResponse(did: did.text, message: message, updated: updated, randomServer: nonce)
    }
}
