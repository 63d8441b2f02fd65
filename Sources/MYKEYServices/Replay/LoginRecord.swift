import HeraldKeys
import MYKEYWire

/// The record of an accepted login. It is stored atomically before the wallet gets the reply (MYKEY sheet 4.4, step 10).
public struct LoginRecord: Sendable {
    /// The accepted login.
    public let login: AcceptedLogin
    /// The SHA-256 hash of the signed string. The signature itself is not stored, because another valid signature over the same string can
    /// be made.
    public let signedDigest: [UInt8]
    /// The SHA-256 hash of the posted body.
    public let bodyDigest: [UInt8]
    /// True when the protocol allows the uuID for only one login.
    public let isOneTime: Bool
    /// The reply to the wallet, without the code. The same body gets this reply again.
    public let reply: CallbackReply
    /// The salt. The login's code is derived from the salt and the body. `nil` for a login without a code.
    public let codeSalt: [UInt8]?
    /// The SHA-256 hash of the login's code.
    public let codeDigest: [UInt8]?
    /// The time until which the signed string is stored.
    public let until: UnixTime

    init(
        _ login: AcceptedLogin, claim: LoginClaim, body: [UInt8], reply: CallbackReply, codeSalt: [UInt8]?,
        until: UnixTime
    ) {
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

/// The result of recording a login.
public enum RecordOutcome: Sendable, Hashable {
    /// The login is stored. `waitsForCode` is true if the session must send the code first. It is false for a bound user, who has no
    /// session.
    case recorded(waitsForCode: Bool)
    /// The same body was recorded before. The value is the reply that it got.
    case repeated(StoredReply)
    /// The login was refused, because the final comparison with the store's data failed.
    case refused(CallbackStanding)
}
