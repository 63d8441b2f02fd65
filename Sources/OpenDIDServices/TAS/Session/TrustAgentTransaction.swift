import HeraldKeys
import OpenDID_DataModel

/// The trust agent's data of a transaction, stored between its steps.
struct TrustAgentTransaction: Sendable, Codable {
    /// The content of the step that opened the transaction.
    var proposal: Proposal
    /// The result of the last completed step.
    var stage = Stage.opened

    init(_ proposal: Proposal) { self.proposal = proposal }

    /// The protocol, with the data that its first step determines.
    enum Proposal: Sendable, Codable {
        case registerUser
        case updateDocument(Holder)
        case restoreDocument(Holder, offerID: String)
        case issueCredential(Issuance)
        case revokeCredential(Revocation)
        /// The nonce for the provider's DIDAuth, in multibase.
        case enrolEntity(authNonce: String)
    }

    /// The steps that change the data. Each case has the data that the later steps need.
    enum Stage: Sendable, Codable {
        case opened
        /// After `request-ecdh`.
        case agreed(AgreedSession)
        /// After `request-create-token`.
        case authorized(Authorization)
        /// After `retrieve-kyc`, until the user is registered.
        case identified(Authorization, Identity)
        /// After `request-issue-profile`, with the nonce for DIDAuth, in multibase.
        case profiled(Authorization, authNonce: String)
        /// After `request-enroll-entity`.
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

    /// The DID whose document is updated or which is restored. Other protocols have none.
    var subject: String? {
        switch proposal {
        case .updateDocument(let holder), .restoreDocument(let holder, _): holder.did
        case .registerUser, .issueCredential, .revokeCredential, .enrolEntity: nil
        }
    }

    /// The client and its token, after `request-create-token`.
    var authorization: Authorization? {
        switch stage {
        case .opened, .agreed, .certified: nil
        case .authorized(let authorization), .identified(let authorization, _), .profiled(let authorization, _):
            authorization
        }
    }

    /// A registered holder, who answers a nonce.
    struct Holder: Sendable, Codable {
        let did: String
        /// The nonce for DIDAuth, in multibase.
        let authNonce: String
    }

    /// The client of a session with its server token.
    struct Authorization: Sendable, Codable {
        /// The DID whose key signed the client's half of the session.
        let client: String
        let token: IssuedToken
    }

    /// The user's identity according to the identity check.
    struct Identity: Sendable, Codable {
        let kycID: String
        let pii: String
    }

    /// The issuer's side of an M210.
    struct Issuance: Sendable, Codable {
        let issuer: String
        /// The issuer's own transaction.
        let transaction: String
        /// SHA-256 of each of the holder's requests for the credential, in hexadecimal digits, noted before the issuer receives the request. The issuer may
        /// have done its part when this process ends, so a repetition of the request must be answered. If the issuer had not, it does its part as long as
        /// its own transaction lives, which is shorter than this one.
        private(set) var asked: [String] = []
    }

    struct Certificate: Sendable, Codable {
        let id: String
        /// The certificate's canonical JSON.
        let text: String
    }

    /// The issuer's side of an M220.
    struct Revocation: Sendable, Codable {
        let credentialID: String
        /// The DID of the credential's subject.
        let holder: String
        let issuer: String
        /// The issuer's own transaction.
        let transaction: String
    }
}

extension TrustAgentTransaction.Issuance {
    /// The noted requests. None is deleted for another, because the issuer may have answered it.
    static let askedLimit = 8

    /// True if a request was noted.
    /// - Parameter digest: SHA-256 of the request.
    func wasAsked(_ digest: [UInt8]) -> Bool { asked.contains(Hex.encode(digest)) }

    /// Notes a request.
    /// - Parameter digest: SHA-256 of the request.
    /// - Returns: true if the request is now noted. False if it was noted before or if there is no room.
    mutating func note(_ digest: [UInt8]) -> Bool {
        guard !wasAsked(digest), asked.count < Self.askedLimit else { return false }
        asked.append(Hex.encode(digest))
        return true
    }
}

/// The trust agent's record of a server token: its hash, and the wallet and app that it is bound to (OpenDID sheet 6.3).
struct IssuedToken: Sendable, Codable {
    /// The hash as text.
    let hash: String
    let walletID: String
    let deviceDID: String
    let appID: String
    private let until: StoredSeconds

    /// The expiry in whole seconds. The token is still valid in that second.
    var validUntil: UTCInstant { until.instant }

    init(hash: String, walletID: String, deviceDID: String, appID: String, validUntil: UTCInstant) {
        self.hash = hash
        self.walletID = walletID
        self.deviceDID = deviceDID
        self.appID = appID
        until = StoredSeconds(validUntil)
    }
}
