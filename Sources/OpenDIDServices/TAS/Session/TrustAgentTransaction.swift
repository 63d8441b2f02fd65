import HeraldKeys
import OpenDID_DataModel

/// What the trust agent knows of a transaction, kept between its steps.
struct TrustAgentTransaction: Sendable, Codable {
    /// The protocol.
    let flow: TrustAgentFlow
    /// The DID that was named when the transaction was opened: the holder of an update or a restoration.
    var subject: String?
    /// The nonce that DIDAuth has to answer, in multibase.
    var authNonce: String?
    /// After request-ecdh.
    var session: AgreedSession?
    /// After request-create-token.
    var token: IssuedToken?
    /// After retrieve-kyc.
    var identity: Identity?
    /// The offer of a restoration.
    var offerID: String?
    /// The credential that is to be issued.
    var issuance: Issuance?
    /// The credential that is to be revoked.
    var revocation: Revocation?
    /// The certificate that was handed out.
    var certificate: Certificate?

    init(flow: TrustAgentFlow) { self.flow = flow }

    /// Who the identity check says the user is.
    struct Identity: Sendable, Codable {
        let kycID: String
        let pii: String
    }

    /// The issuer's side of an M210.
    struct Issuance: Sendable, Codable {
        let issuer: String
        /// The issuer's own transaction.
        let transaction: String
        /// SHA-256 of each of the holder's requests for the credential, in hexadecimal digits, from before the issuer was asked: the issuer may
        /// have done its part, and this very request has to be answered when it comes again. What the issuer had not done by then it does as
        /// long as its own transaction lives, which is shorter than this one.
        private(set) var asked: [String] = []
    }

    /// A provider's certificate.
    struct Certificate: Sendable, Codable {
        let id: String
        /// In its canonical form.
        let text: String
    }

    /// The issuer's side of an M220.
    struct Revocation: Sendable, Codable {
        let credentialID: String
        /// The DID that the credential is about.
        let holder: String
        let issuer: String
        /// The issuer's own transaction.
        let transaction: String
    }
}

extension TrustAgentTransaction.Issuance {
    /// No more than so many requests are remembered. None makes room for another: that may be the one that the issuer answered.
    static let askedLimit = 8

    /// - Parameter digest: SHA-256 of a request.
    func wasAsked(_ digest: [UInt8]) -> Bool { asked.contains(Hex.encode(digest)) }

    /// Remembers a request.
    /// - Parameter digest: its SHA-256.
    /// - Returns: whether it was remembered just now: not when it was before, nor when there is no room.
    mutating func note(_ digest: [UInt8]) -> Bool {
        guard !wasAsked(digest), asked.count < Self.askedLimit else { return false }
        asked.append(Hex.encode(digest))
        return true
    }
}

/// A server token as the trust agent remembers it: its hash and what it is bound to (OpenDID sheet 6.3).
struct IssuedToken: Sendable, Codable {
    /// The hash, as text.
    let hash: String
    let walletID: String
    let deviceDID: String
    let appID: String
    /// The last moment, in seconds since 1970.
    let validUntil: Int64
}
