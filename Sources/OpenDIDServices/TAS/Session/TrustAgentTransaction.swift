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
        /// SHA-256 of the holder's request for the credential, in hexadecimal digits, from before the issuer was asked: the issuer may have
        /// done its part, and this very request has to be answered for as long as the transaction lives.
        var asked: String?
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
