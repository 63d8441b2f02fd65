import HeraldKeys
import OpenDID_DataModel

/// The data of a transaction that the trust agent stores between the steps.
struct TrustAgentTransaction: Sendable, Codable {
    /// The data that the opening of the transaction determined.
    var proposal: Proposal
    /// The result of the last completed step.
    var stage = Stage.opened

    init(_ proposal: Proposal) { self.proposal = proposal }

    /// The protocol, with the data that the opening determines.
    enum Proposal: Sendable, Codable {
        case registerUser
        case updateDocument(Holder)
        case restoreDocument(Holder, offerID: String)
        case issueCredential(Issuance)
        case revokeCredential(Revocation)
        /// The nonce for the provider's DIDAuth, in multibase.
        case enrolEntity(authNonce: String)
    }

    /// The last completed step. Each case contains the data that the later steps need.
    enum Stage: Sendable, Codable {
        case opened
        /// The step `request-ecdh` is completed.
        case agreed(AgreedSession)
        /// The step `request-create-token` is completed.
        case authorized(Authorization)
        /// The step `retrieve-kyc` is completed, and the user is not registered yet.
        case identified(Authorization, Identity)
        /// The step `request-issue-profile` is completed. The nonce is for the holder's DIDAuth, in multibase.
        case profiled(Authorization, authNonce: String)
        /// The step `request-enroll-entity` is completed.
        case certified(provider: String, Certificate)
    }

    /// The protocol.
    var flow: TrustAgentFlow {
        switch proposal {
        case .registerUser: .registerUser
        case .updateDocument: .updateDocument
        case .restoreDocument: .restoreDocument
        case .issueCredential: .issueCredential
        case .revokeCredential: .revokeCredential
        case .enrolEntity: .enrolEntity
        }
    }

    /// The DID whose document is updated or restored, or `nil` in other protocols.
    var subject: String? {
        switch proposal {
        case .updateDocument(let holder), .restoreDocument(let holder, _): holder.did
        case .registerUser, .issueCredential, .revokeCredential, .enrolEntity: nil
        }
    }

    /// The client and its server token, or `nil` before `request-create-token`.
    var authorization: Authorization? {
        switch stage {
        case .opened, .agreed, .certified: nil
        case .authorized(let authorization), .identified(let authorization, _), .profiled(let authorization, _):
            authorization
        }
    }

    /// A registered holder, and the nonce that the holder must sign.
    struct Holder: Sendable, Codable {
        let did: String
        /// The nonce for the holder's DIDAuth, in multibase.
        let authNonce: String
    }

    /// The client of a session, with its server token.
    struct Authorization: Sendable, Codable {
        /// The DID whose key signed the client's half of the session.
        let client: String
        let token: IssuedToken
    }

    /// The user's identity, as the identity check has confirmed it.
    struct Identity: Sendable, Codable {
        let kycID: String
        let pii: String
    }

    /// The data about the issuer in a transaction of M210.
    struct Issuance: Sendable, Codable {
        let issuer: String
        /// The ID of the issuer's own transaction.
        let transaction: String
        /// SHA-256 of each of the holder's requests for the credential, in hexadecimal digits. A digest is stored before the issuer
        /// receives the request. If this process ends after that, a repetition of the request must be answered, because the issuer may
        /// already have issued the credential. If not, the issuer issues it for the repetition, as long as the issuer's own transaction has
        /// not expired. The issuer's transaction has a shorter lifetime than this one.
        private(set) var asked: [String] = []
    }

    struct Certificate: Sendable, Codable {
        let id: String
        /// The certificate as canonical JSON.
        let text: String
    }

    /// The data about the issuer in a transaction of M220.
    struct Revocation: Sendable, Codable {
        let credentialID: String
        /// The DID of the credential's subject.
        let holder: String
        let issuer: String
        /// The ID of the issuer's own transaction.
        let transaction: String
    }
}

extension TrustAgentTransaction.Issuance {
    /// The most digests of requests that are stored. Above the limit, no new digest is stored. Stored digests are not deleted to make room,
    /// because the issuer may have answered their requests.
    static let askedLimit = 8

    /// True if the digest of a request was stored before.
    /// - Parameter digest: SHA-256 of the request.
    func wasAsked(_ digest: [UInt8]) -> Bool { asked.contains(Hex.encode(digest)) }

    /// Stores the digest of a request.
    /// - Parameter digest: SHA-256 of the request.
    /// - Returns: true if the digest was stored now. False if it was stored before, or if the limit is reached.
    mutating func note(_ digest: [UInt8]) -> Bool {
        guard !wasAsked(digest), asked.count < Self.askedLimit else { return false }
        asked.append(Hex.encode(digest))
        return true
    }
}

/// The trust agent's record of a server token: its hash, and the wallet and app that it is bound to (OpenDID sheet 6.3).
struct IssuedToken: Sendable, Codable {
    /// The hash of the server token, as text.
    let hash: String
    let walletID: String
    let deviceDID: String
    let appID: String
    private let until: StoredSeconds

    /// The last second in which the token is valid.
    var validUntil: UTCInstant { until.instant }

    init(hash: String, walletID: String, deviceDID: String, appID: String, validUntil: UTCInstant) {
        self.hash = hash
        self.walletID = walletID
        self.deviceDID = deviceDID
        self.appID = appID
        until = StoredSeconds(validUntil)
    }
}
