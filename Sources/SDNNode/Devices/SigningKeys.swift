import Crypto
import Foundation
import HeraldJSON
import SDNWire

/// The role of a cross-signing key.
enum SigningRole: String, Sendable, CaseIterable {
    case master
    case selfSigning = "self_signing"
    case userSigning = "user_signing"

    /// The name of the key in an upload.
    var member: String { rawValue + "_key" }
    /// The name of the users' keys in the answer to a query.
    var list: String { rawValue + "_keys" }
}

/// A cross-signing key in the form of the specification (Matrix 1.11, 11.11.2.2).
struct SigningKey: Sendable {
    private static let algorithm = "ed25519"
    /// The bytes of a public key.
    private static let keyLength = 32

    let role: SigningRole
    /// The public key as unpadded base64, which is also its ID.
    let id: String
    /// The key with the signatures of its user.
    let object: JSONObject

    /// - Throws: `M_TOO_LARGE` if the key is too large; `WireError` or `JSONError` naming the member.
    init(_ json: JSONReader, _ role: SigningRole, of user: String, _ limits: KeyLimits) throws {
        func invalid(_ member: String, _ reason: String) -> WireError {
            WireError(.invalid, field: json.path(of: member), reason: reason)
        }
        guard JSONValue.object(json.value).isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "\(json.path): has more than \(EventFormat.depthLimit) levels.")
        }
        guard try json.string("user_id") == user else { throw invalid("user_id", "the key belongs to another user") }
        guard try json.strings("usage").contains(role.rawValue) else {
            throw invalid("usage", "the key is not for \(role.rawValue)")
        }
        let keys = try json.object("keys")
        guard keys.value.count == 1, let name = keys.value.keys.first else {
            throw invalid("keys", "a cross-signing key has exactly one public key")
        }
        let parts = try KeyName(name, field: json.path(of: "keys"))
        guard parts.algorithm == Self.algorithm, parts.id == (try keys.string(name)),
            let publicKey = UnpaddedBase64.decode(parts.id), publicKey.count == Self.keyLength
        else {
            throw invalid(
                "keys",
                "expected \(Self.algorithm): and a public key of \(Self.keyLength) bytes in base64, which is also the value"
            )
        }
        (self.role, id) = (role, parts.id)
        var object = json.value
        if let signatures = try json.optionalObject("signatures") {
            // Only the owner's signatures are stored, as for the keys of devices.
            var kept = JSONObject()
            if let own = try signatures.optionalObject(user) {
                guard own.value.count <= limits.signatures else {
                    throw WireError(
                        .tooLong, field: json.path(of: "signatures"), reason: "at most \(limits.signatures) are allowed"
                    )
                }
                kept[user] = .object(own.value)
            }
            object["signatures"] = .object(kept)
        }
        self.object = object
        guard JSONValue.object(object).serialized().count <= limits.deviceKeys else {
            throw MatrixError(.tooLarge, "\(role.member): at most \(limits.deviceKeys) bytes are allowed.")
        }
    }

    /// The name under which the key signs.
    var name: String { "\(Self.algorithm):\(id)" }

    /// The key without its signatures, which identifies it.
    static func bare(_ object: JSONObject) -> JSONObject {
        var object = object
        object["signatures"] = nil
        object["unsigned"] = nil
        return object
    }

    /// True if the key has a valid signature of the user's master key.
    /// - Parameter master: the master key's object.
    func isSigned(byMaster master: JSONObject, of user: String) -> Bool {
        guard let name = master["keys"]?.objectValue?.keys.first,
            let key = UnpaddedBase64.decode(String(name.dropFirst(Self.algorithm.utf8.count + 1))),
            let text = object["signatures"]?[user]?[name]?.stringValue,
            let signature = UnpaddedBase64.decode(text),
            let verifier = try? Curve25519.Signing.PublicKey(rawRepresentation: key),
            let signed = try? JSONValue.object(Self.bare(object)).canonicalBytes()
        else { return false }
        return verifier.isValidSignature(Data(signature), for: Data(signed))
    }
}

/// Base64 without padding, as Matrix writes keys and signatures. Padding is accepted too.
enum UnpaddedBase64 {
    static func decode(_ text: String) -> [UInt8]? {
        let bare = text.last == "=" ? String(text.prefix { $0 != "=" }) : text
        return Data(base64Encoded: bare + String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)).map {
            [UInt8]($0)
        }
    }
}

/// The cross-signing keys that one request uploads.
struct SigningKeyUpload: Sendable {
    let keys: [SigningKey]
    /// The request's keys as the client wrote them, which a wallet's signature confirms.
    let body: JSONObject

    /// - Throws: as ``SigningKey/init(_:_:of:_:)``.
    init(_ body: JSONReader, of caller: Caller, _ limits: KeyLimits) throws {
        keys = try SigningRole.allCases.compactMap { role in
            try body.optionalObject(role.member).map { try SigningKey($0, role, of: caller.userID, limits) }
        }
        guard Set(keys.map(\.id)).count == keys.count else {
            throw WireError(.invalid, field: "keys", reason: "two roles have the same public key")
        }
        var rest = body.value
        rest["auth"] = nil
        self.body = rest
    }
}
