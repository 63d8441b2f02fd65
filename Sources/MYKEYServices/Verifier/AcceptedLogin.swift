import HeraldJSON
import MYKEYWire

/// An accepted login, as a server should store it.
public struct AcceptedLogin: Sendable, Hashable {
    /// The account.
    public let account: LoginAccount
    /// The account as CAIP-10. It is unambiguous across chains and spellings.
    public let caip10: String
    /// The uuID as posted.
    public let uuID: String
    /// The wallet's name for itself.
    public let ref: String
    /// The protocol that the wallet used.
    public let walletProtocol: MYKEYProtocol
    /// The dapp key in two-way binding, otherwise `nil`.
    public let dappKey: String?
    /// The reserved key that signed, as `PUB_K1_…` or an address. ``CallbackService/stands(_:)`` compares it.
    public let key: String
    /// The time of signing by the wallet's clock.
    public let signedAt: UnixTime
    /// The time when the server accepted the login.
    public let acceptedAt: UnixTime
    /// True when the wallet also signed a text that names this server (MYKEY sheet 9.5). Otherwise another dapp may have asked for the signature.
    public let isTagged: Bool

    init(_ claim: LoginClaim, key: ReservedKey, rules: CallbackRules, isTagged: Bool, now: UnixTime) {
        account = claim.account
        caip10 = claim.account.caip10(rules.chains)
        uuID = claim.uuID
        ref = claim.ref
        walletProtocol = claim.walletProtocol
        dappKey = claim.dappKey
        self.key = key.text
        signedAt = claim.timestamp
        acceptedAt = now
        self.isTagged = isTagged
    }
}

extension AcceptedLogin {
    /// The login as JSON, for stores and tools.
    public var json: JSONValue {
        var value: JSONValue = [
            "account": .string(account.text), "chain": .string(account.chain), "caip10": .string(caip10),
            "uuID": .string(uuID),
            "ref": .string(ref), "protocol": .string(walletProtocol.rawValue), "key": .string(key),
            "signedAt": .int(signedAt.seconds),
            "acceptedAt": .int(acceptedAt.seconds), "tagged": .bool(isTagged),
        ]
        if let dappKey { value["dapp_key"] = .string(dappKey) }
        return value
    }

    /// Reads a login from ``json``.
    init(_ json: JSONValue) throws {
        let reader = try JSONReader(json)
        account = try LoginAccount(reader.string("account"))
        caip10 = try reader.string("caip10")
        uuID = try reader.string("uuID")
        ref = try reader.string("ref")
        guard let known = MYKEYProtocol(exactly: try reader.string("protocol")) else {
            throw MYKEYServicesError(.database, field: "protocol", reason: "a stored login is of an unknown protocol")
        }
        walletProtocol = known
        dappKey = try reader.optionalString("dapp_key")
        key = try reader.string("key")
        signedAt = UnixTime(seconds: try reader.int("signedAt"))
        acceptedAt = UnixTime(seconds: try reader.int("acceptedAt"))
        isTagged = try reader.bool("tagged")
    }
}
