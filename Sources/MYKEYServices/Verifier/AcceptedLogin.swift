import HeraldJSON
import HeraldKeys
import MYKEYWire

/// An accepted login, with the data that a server should store.
public struct AcceptedLogin: Sendable, Hashable {
    /// The account.
    public let account: LoginAccount
    /// The account as CAIP-10. It is unambiguous across chains and spellings.
    public let caip10: String
    /// The uuID as it was posted.
    public let uuID: String
    /// The wallet's name, as the wallet states it.
    public let ref: String
    /// The protocol that the wallet used.
    public let walletProtocol: MYKEYProtocol
    /// The dapp key in two-way binding, otherwise `nil`.
    public let dappKey: String?
    /// The reserved key that signed, as `PUB_K1_…` or an address. ``CallbackService/stands(_:)`` compares it with the account's current
    /// key.
    public let key: String
    /// The time of signing by the wallet's clock.
    public let signedAt: UnixTime
    /// The time when the server accepted the login.
    public let acceptedAt: UnixTime
    /// True when the wallet also signed a text that names this server (MYKEY sheet 9.5). If it is false, another dapp may have asked the
    /// user for the signature.
    public let isTagged: Bool

    /// The id of this login, 64 hexadecimal digits: the SHA-256 hash of ``json``. A login that is announced again has the same id.
    public var id: String { Hex.encode(HeraldSHA256.hash(json.serialized())) }

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
