import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// The exchange for a wallet token (OpenDID sheet 6.4; S3 of 5.5). The app provider attests the app's user, and the wallet checks the
/// attestation.
struct WalletTokenExchange: Codable, Sendable {
    /// The validity of a wallet token (OpenDID sheet 5.1).
    static let lifetime: Duration = .seconds(30 * 60)

    private let purpose: WalletTokenPurposeEnum
    private var stage = Stage.begun

    private indirect enum Stage: Codable, Sendable {
        case begun
        /// The wallet has asked the app provider for a token, with this seed.
        case asked(WalletTokenSeed, ServiceCall)
    }

    init(purpose: WalletTokenPurposeEnum) { self.purpose = purpose }

    /// The call that requests a token, or `nil` if ``call(_:userId:_:)`` has not created it yet.
    var made: ServiceCall? {
        guard case .asked(_, let call) = stage else { return nil }
        return call
    }

    /// Returns the call that requests a token. This function creates it when it is first called, and returns the same call afterwards.
    /// - Parameter userId: the user's id at the app. Defaults to the id of the bound user.
    mutating func call(_ snapshot: WalletSnapshot, userId: String? = nil, _ tools: FlowTools) throws(WalletError)
        -> ServiceCall
    {
        if let made { return made }
        let seed = try Self.seed(
            purpose, pkgName: snapshot.pkgName, userId: userId ?? snapshot.user?.userId, snapshot, tools)
        let call = try tools.call(OpenDIDEndpoints.CAS.requestWalletTokenData, seed)
        stage = .asked(seed, call)
        return call
    }

    /// Returns the seed, which the request to the app provider contains.
    static func seed(
        _ purpose: WalletTokenPurposeEnum, pkgName: String, userId: String?, _ snapshot: WalletSnapshot,
        _ tools: FlowTools
    ) throws(WalletError) -> WalletTokenSeed {
        // Upstream does not check that the list of allowed apps contains the app (OpenDID sheet 9).
        guard snapshot.allowedApps.contains(pkgName) else {
            throw WalletError(
                .token, field: "pkgName", reason: "the app is not in the list of apps that may use this wallet")
        }
        return WalletTokenSeed(
            purpose: purpose, pkgName: pkgName, nonce: tools.nonce(),
            validUntil: (tools.now() + lifetime).text,
            userId: userId)
    }

    /// The result of a token exchange: the token, the app provider's data, and a nonce. The app calculates the token from the data and the
    /// nonce.
    struct Accepted: Sendable {
        let record: WalletTokenRecord
        let data: WalletTokenData
        let resultNonce: String
    }

    func accept(_ answer: ServiceAnswer, _ snapshot: WalletSnapshot, _ tools: FlowTools) async throws(WalletError)
        -> Accepted
    {
        let read = try answer.read(OpenDIDEndpoints.CAS.requestWalletTokenData)
        guard case .asked(let seed, _) = stage else {
            throw WalletError(.state, field: "seed", reason: "no token was requested")
        }
        return try await Self.accept(read, answering: seed, snapshot, tools)
    }

    /// Checks the app provider's answer to a seed.
    static func accept(
        _ read: ReadAnswer<WalletTokenData>, answering seed: WalletTokenSeed, _ snapshot: WalletSnapshot,
        _ tools: FlowTools
    ) async throws(WalletError) -> Accepted {
        try await tools.check(read.document, .standard(for: .walletTokenData, sentSeed: seed), "walletTokenData")
        try await tools.requireProvider(read.value.provider, .CAS_SERVICE)
        let pii = try FlowChecks.bytes(read.value.sha256_pii, count: 32, "sha256_pii")
        // If a user is bound already, a new token must be for the personal data of that user. Upstream does not check this (OpenDID sheet
        // 9).
        if let user = snapshot.user, user.piiHashHex != Hex.encode(pii) {
            throw WalletError(
                .token, field: "sha256_pii", reason: "the app's user is not the user of this wallet")
        }
        let resultNonce = tools.nonce()
        let hash = WalletTokenHash(
            canonicalData: try translating(.answer, "walletTokenData") {
                try read.document.root.canonicalBytes(omittingNulls: true)
            },
            resultNonce: resultNonce)
        return Accepted(
            record: WalletTokenRecord(
                hash: hash, purpose: seed.purpose, pkgName: seed.pkgName, nonce: seed.nonce, piiHash: pii,
                userId: seed.userId,
                validUntil: tools.now() + lifetime),
            data: read.value, resultNonce: resultNonce)
    }
}
