import HeraldKeys
import MYKEYWire

/// What is kept, all or nothing, before the wallet is told that a login was accepted (MYKEY sheet 4.4, step 10).
public struct LoginRecord: Sendable {
    /// Who logged in.
    public let login: AcceptedLogin
    /// SHA-256 of the signed string. The signature is no key for this memory: another one over the same string can be made.
    public let signedDigest: [UInt8]
    /// SHA-256 of the posted body.
    public let bodyDigest: [UInt8]
    /// Whether the uuID is for one login only, by the protocol.
    public let isOneTime: Bool
    /// What the wallet will be told, and told again for the same body; without the code.
    public let reply: CallbackReply
    /// What the login's code is made of, together with the body; `nil` for a login without a code.
    public let codeSalt: [UInt8]?
    /// SHA-256 of the login's code.
    public let codeDigest: [UInt8]?
    /// Until when the signed string is remembered; seconds since 1970.
    public let until: Int64

    init(_ login: AcceptedLogin, claim: LoginClaim, body: [UInt8], reply: CallbackReply, codeSalt: [UInt8]?, until: Int64) {
        self.login = login
        signedDigest = Self.digest(ofSigned: claim.signedString)
        bodyDigest = HeraldSHA256.hash(body)
        isOneTime = claim.isOneTime
        self.reply = reply
        self.codeSalt = codeSalt
        codeDigest = codeSalt.map { LoginCodes.code(salt: $0, body: body).digest }
        self.until = until
    }

    static func digest(ofSigned text: String) -> [UInt8] { HeraldSHA256.hash(Array(text.utf8)) }
}

/// What came of recording a login.
public enum RecordOutcome: Sendable, Hashable {
    /// It is kept: this is the login. `waitsForCode`: whether a session has to bring its code first; a bound user has no session.
    case recorded(waitsForCode: Bool)
    /// The same body was recorded before; the reply it got.
    case repeated(StoredReply)
    /// The store's memory speaks against it, now that it was looked at again.
    case refused(CallbackStanding)
}
