import Crypto
import Foundation
import HeraldJSON
@testable import SDNNode

/// The cross-signing keys of a user of a test.
struct SigningIdentity {
    let user: String
    private let keys: [SigningRole: Curve25519.Signing.PrivateKey]
    /// The keys as a client uploads them. Those beside the master key are signed by it. They are made once, because a signature may be random.
    private var objects: [SigningRole: JSONObject] = [:]

    init(_ user: String) throws {
        self.user = user
        keys = Dictionary(uniqueKeysWithValues: SigningRole.allCases.map { ($0, Curve25519.Signing.PrivateKey()) })
        for role in SigningRole.allCases {
            var object: JSONObject = [
                "user_id": .string(user), "usage": [.string(role.rawValue)],
                "keys": .object(JSONObject([name(role): .string(id(role))])),
            ]
            if role != .master { object["signatures"] = try signatures(of: object, by: .master) }
            objects[role] = object
        }
    }

    /// The public key, which is also the key's ID.
    func id(_ role: SigningRole) -> String { keys[role].map { Self.base64($0.publicKey.rawRepresentation) } ?? "" }
    func name(_ role: SigningRole) -> String { "ed25519:" + id(role) }
    func json(_ role: SigningRole) -> JSONObject { objects[role] ?? [:] }

    /// The member `signatures` with one signature over an object.
    func signatures(of object: JSONObject, by role: SigningRole) throws -> JSONValue {
        let bytes = try JSONValue.object(SigningKey.bare(object)).canonicalBytes()
        let signature = try keys[role].map { Self.base64(try $0.signature(for: Data(bytes))) } ?? ""
        return .object(JSONObject([user: .object(JSONObject([name(role): .string(signature)]))]))
    }

    /// An object with signatures of some of the keys, in place of those that it has.
    func signed(_ object: JSONObject, by roles: [SigningRole]) throws -> JSONValue {
        var own = JSONObject(), signed = object
        for role in roles { own[name(role)] = try signatures(of: object, by: role)[user]?[name(role)] }
        signed["signatures"] = .object(JSONObject([user: .object(own)]))
        return .object(signed)
    }

    /// The body of an upload of these keys.
    func upload(_ roles: [SigningRole] = SigningRole.allCases, auth: JSONValue? = nil) -> JSONValue {
        var body = JSONObject()
        for role in roles { body[role.member] = .object(json(role)) }
        body["auth"] = auth
        return .object(body)
    }

    private static func base64(_ data: Data) -> String { data.base64EncodedString().replacing("=", with: "") }
}

extension RoomUser {
    func uploadSigning(_ body: JSONValue) async throws -> TestNode.Answer {
        try await call("POST", ["keys", "device_signing", "upload"], body)
    }

    /// The answer to a query for all keys of a user.
    func keys(of user: RoomUser) async throws -> JSONValue {
        try await ok("POST", ["keys", "query"], ["device_keys": .object(JSONObject([user.userID: []]))])
    }

    func changedDevices(since: String) async throws -> [JSONValue] {
        try await sync(since: since).list("device_lists", "changed")
    }

    /// Publishes keys for a device of the user.
    func publish(_ device: String) async throws {
        try await ok("POST", ["keys", "upload"], ["device_keys": deviceKeys(device)])
    }

    func deviceKeys(_ device: String) -> JSONValue {
        [
            "user_id": .string(userID), "device_id": .string(device), "algorithms": ["m.olm.v1.curve25519-aes-sha2"],
            "keys": .object(JSONObject(["ed25519:\(device)": "abc"])),
            "signatures": .object(JSONObject([userID: .object(JSONObject(["ed25519:\(device)": "own"]))])),
        ]
    }
}
