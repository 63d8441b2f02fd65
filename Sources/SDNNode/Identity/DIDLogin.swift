import GRDB
import HeraldKeys
import Logging
import SDNWire

/// Login by wallet signature: the client requests a challenge, and sends its signature for an access token (SDN sheet 1.3 to 1.9).
struct DIDLogin: Sendable {
    let services: NodeServices
    let tokens: AccessTokens
    let renewals: RefreshTokens
    let challenges: ChallengeTable

    private var configuration: NodeConfiguration { services.configuration }

    /// Returns the DIDs that a wallet has signed to control.
    func list(_ request: DIDListRequest, _ call: Call) async throws -> DIDListResponse {
        let address = try WalletReference(request.address).address
        let dids = try await services.database.read { db in try DIDDirectory.dids(of: address, in: db) }
        return DIDListResponse(dids: dids.map(\.text))
    }

    /// Creates a login challenge.
    func challenge(_ request: PreLoginRequest, _ call: Call) async throws -> PreLoginResponse {
        let did = try request.did.map { text throws(WireError) in try SDNDID(text) }
        let address = try request.address.map { text throws(WireError) in try WalletReference(text).address }
        guard let subject = did?.hex ?? address?.lowercaseHex else {
            throw WireError(.missing, field: "did", reason: "did or address is needed")
        }
        try services.limits.use(.loginChallenge(remote: call.remoteAddress, account: subject))
        let nonce = Hex.encode(configuration.random(16))
        let format = try format(request.messageFormat)
        let (node, now) = (configuration.serverName, services.now())
        let challenge = try await services.database.read { db in
            if let did {
                guard let document = try DIDDirectory.document(of: did, in: db) else {
                    throw MatrixError(.notFound, "This DID does not exist.")
                }
                if document.isBurned { throw MatrixError(.userDeactivated, "This DID has been burned.") }
                if let address, !document.addresses.contains(address) {
                    throw MatrixError(.forbidden, "This address is not linked to the DID.")
                }
                return Challenge(
                    nonce: nonce, did: did, address: address, operation: .linkKey, updated: document.updated,
                    node: node, format: format,
                    shown: document.provenAddresses.first ?? document.addresses.first)
            }
            guard let address else { throw WireError(.missing, field: "address", reason: "did or address is needed") }
            if let first = try DIDDirectory.dids(of: address, in: db).first,
                let document = try DIDDirectory.document(of: first, in: db)
            {
                return Challenge(
                    nonce: nonce, did: first, address: address, operation: .linkKey, updated: document.updated,
                    node: node, format: format)
            }
            if let own = try DIDDirectory.document(of: SDNDID(address: address), in: db) {
                if own.isBurned { throw MatrixError(.userDeactivated, "The DID of this wallet has been burned.") }
                throw MatrixError(
                    .forbidden,
                    "This wallet was unlinked from its DID; to log in to a DID that it was linked to later, name that DID."
                )
            }
            // This is a first login. The DID is stored only after the wallet has signed.
            return Challenge(
                nonce: nonce, did: SDNDID(address: address), address: address, operation: .create,
                updated: now.rfc3339, node: node,
                format: format)
        }
        try challenges.open(challenge, remote: call.remoteAddress)
        return PreLoginResponse(
            did: challenge.did.text, message: challenge.message, updated: challenge.updated,
            randomServer: challenge.nonce)
    }

    /// Verifies an answer and opens a session.
    func login(_ request: DIDLoginRequest, _ call: Call) async throws -> LoginResponse {
        let proof = try LoginProof(request)
        let challenge = try await find(proof, call)
        let signer: EthereumAddress
        do {
            signer = try await verify(proof, challenge)
        } catch let error as MatrixError where error.code == .forbidden {
            // Without a nonce, a client can name the challenge of another client. Its failures must not use up the other client's attempts.
            if proof.nonce != nil { challenges.noteFailure(challenge) }
            // Only failures count for the account, so that many attempts by other clients cannot block the owner's valid answer.
            try services.limits.use(.loginAccount(challenge.did.hex))
            throw error
        }
        if challenge.operation == .create { try services.limits.use(.account(remote: call.remoteAddress)) }
        try challenges.spend(challenge)
        return try await openSession(proof, challenge, signer)
    }

    private func format(_ name: String?) throws(WireError) -> Challenge.Format {
        switch name {
        case nil, "sdn": return .sdn
        case "eip4361":
            return .eip4361(uri: "https://\(configuration.serverName)/", issued: services.now().rfc3339)
        default: throw WireError(.invalid, field: "message_format", reason: "expected sdn or eip4361")
        }
    }

    private func find(_ proof: LoginProof, _ call: Call) async throws -> Challenge {
        if let nonce = proof.nonce {
            let challenge = try challenges.find(nonce: nonce)
            guard challenge.purpose == .login else { throw MatrixError(.forbidden, "This login challenge is unknown.") }
            return challenge
        }
        guard let did = proof.did else {
            throw WireError(
                .missing, field: "random_server", reason: "needed, unless identifier.did and updated are given")
        }
        let candidates = try challenges.find(did: did, updated: proof.updated, remote: call.remoteAddress).filter {
            $0.purpose == .login
        }
        let wallets = try await services.database.read { db in
            try DIDDirectory.document(of: did, in: db)?.addresses ?? []
        }
        // The deprecated flow does not name the challenge. The signed text shows which one it is.
        let answered = candidates.first { candidate in
            signers(of: candidate.message, proof.signature).contains { $0 == candidate.address || wallets.contains($0) }
        }
        guard let challenge = answered ?? candidates.first else {
            throw MatrixError(.forbidden, "This login challenge is unknown.")
        }
        return challenge
    }

    /// Returns the wallet of the challenge's DID that has signed the text. A login accepts every linked wallet, because a new wallet proves control
    /// of the DID by its first login. All other operations need a wallet that has already proved control.
    /// - Throws: `M_FORBIDDEN` if no such wallet has signed. The challenge stays open.
    @discardableResult
    func verify(_ proof: LoginProof, _ challenge: Challenge) async throws -> EthereumAddress {
        if let did = proof.did, did != challenge.did {
            throw MatrixError(.forbidden, "The challenge was made for another DID.")
        }
        guard proof.updated == challenge.updated else {
            throw MatrixError(.forbidden, "updated differs from the challenge.")
        }
        if let message = proof.message, !message.utf8.elementsEqual(challenge.message.utf8) {
            throw MatrixError(.forbidden, "The message differs from the challenge.")
        }
        let signers = signers(of: challenge.message, proof.signature)
        let userID = userID(of: challenge.did)
        let document = try await services.database.read { db in
            try AccountStore.requireActive(userID, in: db)
            return try DIDDirectory.document(of: challenge.did, in: db)
        }
        try Self.requireCurrent(challenge, document)
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

    /// - Throws: `M_FORBIDDEN` if the DID has changed since the challenge was made. For a first login, the DID must not exist.
    private static func requireCurrent(_ challenge: Challenge, _ document: DIDDirectory.Document?) throws(MatrixError) {
        let isCurrent = challenge.operation == .create ? document == nil : document?.updated == challenge.updated
        if !isCurrent { throw MatrixError(.forbidden, "The DID has changed since the challenge was made.") }
    }

    private func verifyAppToken(_ proof: LoginProof, _ challenge: Challenge) throws {
        let known = configuration.developerKeys.map(\.address)
        var isGood = false
        if let text = proof.appToken, let signature = try? RecoverableSignature(text: text, rules: .sdn) {
            isGood = signers(of: challenge.message, signature).contains(where: known.contains)
        }
        if isGood { return }
        if configuration.requireAppToken {
            let isMissing = proof.appToken == nil
            throw MatrixError(
                .forbidden,
                isMissing ? "This node needs an app_token." : "The app_token is not from a known developer key.")
        }
        if proof.appToken != nil, !known.isEmpty {
            services.logger.info("app_token not from a known developer key, ignored")
        }
    }

    /// Returns the addresses that may have signed: one, or two if signatures over the hexadecimal text are accepted.
    func signers(of message: String, _ signature: RecoverableSignature) -> [EthereumAddress] {
        var texts = [message]
        if configuration.legacyHexTextSignatures { texts.append(Hex.encode(Array(message.utf8))) }
        return texts.compactMap { try? PersonalMessage.recoverAddress($0, signature: signature.normalized) }
    }

    func userID(of did: SDNDID) -> String {
        UserID(did: did, domain: configuration.userIDDomain == .serverName ? configuration.serverName : nil).text
    }

    private func openSession(_ proof: LoginProof, _ challenge: Challenge, _ signer: EthereumAddress) async throws
        -> LoginResponse
    {
        let (token, deviceID) = tokens.mint(deviceID: proof.deviceID)
        let (userID, now) = (userID(of: challenge.did), services.now())
        let (tokens, renewals) = (tokens, renewals)
        try await services.removal.clear(deviceID, of: userID)
        let (grant, guideState, begun) = try await services.database.write { db in
            // This is checked again inside the write, because another login may have changed the DID.
            try Self.requireCurrent(challenge, DIDDirectory.document(of: challenge.did, in: db))
            if challenge.operation == .create {
                try DIDDirectory.create(challenge.did, address: signer, updated: challenge.updated, now: now, in: db)
            } else {
                try DIDDirectory.noteUse(of: challenge.did, by: signer, in: db)
            }
            try AccountStore.ensure(userID, did: challenge.did, now: now, in: db)
            let begun = try tokens.store(
                token, userID: userID, deviceID: deviceID, displayName: proof.deviceDisplayName, wallet: signer,
                now: now, in: db)
            let grant = try proof.wantsRefreshToken ? renewals.grant(for: (userID, deviceID), now: now, in: db) : nil
            return (grant, try GuideStepStore.step(of: userID, in: db), begun)
        }
        tokens.tokensEnded(of: userID)
        try await services.fanOuts.follow(begun)
        return LoginResponse(
            accessToken: token, userID: userID, deviceID: deviceID, homeServer: configuration.serverName,
            refreshToken: grant?.refreshToken,
            expiresIn: grant?.lifetime, guideState: guideState)
    }
}

/// The body of a DID login, after all checks that need no challenge. Missing or malformed members are answered with 400 (SDN sheet 1.4 and 1.9).
struct LoginProof: Sendable {
    let nonce: String?
    let updated: String
    let did: SDNDID?
    /// The wallet's address; `nil` if the client sent none, or sent the DID in its place.
    let address: EthereumAddress?
    let message: String?
    let signature: RecoverableSignature
    let appToken: String?
    let deviceID: String?
    let deviceDisplayName: String?
    let wantsRefreshToken: Bool

    init(_ request: DIDLoginRequest) throws {
        guard request.type == DIDLoginRequest.type else { throw MatrixError(.unknown, "Unknown login type.") }
        guard let token = request.token else {
            throw WireError(.missing, field: "identifier.token", reason: "the wallet's signature is needed")
        }
        guard let updated = request.updated else {
            throw WireError(.missing, field: "updated", reason: "the value from the challenge is needed, unchanged")
        }
        self.nonce = request.randomServer
        self.updated = updated
        var did = try request.did.map { text throws(WireError) in try SDNDID(text, field: "identifier.did") }
        var address: EthereumAddress?
        if let text = request.address {
            // One SDK sends the DID in the member `address`.
            if text.hasPrefix("did:sdn:") {
                let named = try SDNDID(text, field: "identifier.address")
                guard did == nil || did == named else {
                    throw WireError(
                        .invalid, field: "identifier.address", reason: "names another DID than identifier.did")
                }
                did = named
            } else {
                address = try WalletReference(text, field: "identifier.address").address
            }
        }
        self.did = did
        self.address = address
        self.message = request.message
        self.wantsRefreshToken = request.wantsRefreshToken
        do {
            self.signature = try RecoverableSignature(text: token, rules: .sdn)
        } catch {
            throw WireError(.invalid, field: "identifier.token", reason: error.reason)
        }
        self.appToken = request.appToken
        self.deviceID = try DeviceFields.deviceID(request.deviceID)
        self.deviceDisplayName = try DeviceFields.displayName(request.deviceDisplayName)
        guard nonce != nil || did != nil else {
            throw WireError(
                .missing, field: "random_server", reason: "needed, unless identifier.did and updated are given")
        }
    }
}
