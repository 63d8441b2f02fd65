import HeraldKeys
import OpenDID_DataModel

/// The trust agent's data of a transaction, stored between its steps.
struct TrustAgentTransaction: Sendable, Codable {
    /// The protocol.
    let flow: TrustAgentFlow
    /// The DID of the holder, or of the provider that enrols. An update or a restoration sets it when it is opened, the others in a later step.
    var subject: String?
    /// The nonce for DIDAuth, in multibase.
    var authNonce: String?
    /// Set by request-ecdh.
    var session: AgreedSession?
    /// Set by request-create-token.
    var token: IssuedToken?
    /// Set by retrieve-kyc.
    var identity: Identity?
    /// The ID of the restore offer.
    var offerID: String?
    /// The credential to be issued.
    var issuance: Issuance?
    /// The credential to be revoked.
    var revocation: Revocation?
    /// The certificate that was handed out.
    var certificate: Certificate?

    init(flow: TrustAgentFlow) { self.flow = flow }

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
    /// The expiry, in seconds since 1970. The token is still valid in that second.
    let validUntil: Int64
}
