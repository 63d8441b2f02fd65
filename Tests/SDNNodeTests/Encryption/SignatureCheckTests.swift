import Crypto
import Foundation
import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Signatures over keys are checked (Matrix 1.11, 11.11.4.6)")
struct SignatureCheckTests {
    private let bob: RoomUser
    private let keys: SigningIdentity
    /// The key of Bob's device.
    private let deviceKey: Curve25519.Signing.PrivateKey
    /// The stored keys of Bob's device.
    private let device: JSONObject

    init() async throws {
        let bob = try await RoomUser(TestNode(), 2, deviceID: "B"), keys = try SigningIdentity(bob.userID)
        let deviceKey = Curve25519.Signing.PrivateKey()
        var device = try #require(bob.deviceKeys("B").objectValue)
        device["keys"] = ["ed25519:B": .string(deviceKey.publicKey.rawRepresentation.base64EncodedString())]
        (self.bob, self.keys, self.deviceKey, self.device) = (bob, keys, deviceKey, device)
        try await bob.ok("POST", ["keys", "upload"], ["device_keys": .object(device)])
        #expect(try await bob.uploadSigning(keys.upload()).status == 200)
    }

    /// Uploads signed keys and returns the error, if there is one.
    private func upload(_ signed: JSONValue, _ target: String) async throws -> String? {
        let body = JSONObject([bob.userID: .object(JSONObject([target: signed]))])
        return try await bob.ok("POST", ["keys", "signatures", "upload"], .object(body))
            .at("failures", bob.userID, target, "errcode").stringValue
    }

    /// The signature of Bob's device over an object.
    private func sign(_ object: JSONObject) throws -> String {
        let bytes = try JSONValue.object(SigningKey.bare(object)).canonicalBytes()
        return try deviceKey.signature(for: Data(bytes)).base64EncodedString()
    }

    private func object(_ keys: JSONObject, _ signatures: [String: JSONValue]) -> JSONValue {
        var signed = keys
        signed["signatures"] = .object(JSONObject([bob.userID: .object(JSONObject(signatures))]))
        return .object(signed)
    }

    /// The signatures over the device that all users see, without its own.
    private func stored() async throws -> JSONObject {
        let shown = try await bob.keys(of: bob).at("device_keys", bob.userID, "B", "signatures", bob.userID)
        var all = shown.objectValue ?? [:]
        all["ed25519:B"] = nil
        return all
    }

    @Test("a device signs its user's master key with its own key")
    func masterByDevice() async throws {
        let master = keys.json(.master)
        let signature = JSONValue.string(try sign(master))
        #expect(try await upload(object(master, ["ed25519:B": signature]), keys.id(.master)) == nil)
        let shown = try await bob.keys(of: bob).at("master_keys", bob.userID, "signatures", bob.userID)
        #expect(shown["ed25519:B"] == signature)
    }

    @Test("a signature of another key, of an unknown key or over other keys fails, and the valid one stays")
    func wrong() async throws {
        let valid = try keys.signed(device, by: [.selfSigning]), name = keys.name(.selfSigning)
        #expect(try await upload(valid, "B") == nil)
        let before = try await stored()
        #expect(before.keys == [name])
        let byMaster = try #require(
            try keys.signed(device, by: [.master]).at("signatures", bob.userID, keys.name(.master)).stringValue)
        let stranger = try SigningIdentity(bob.userID), unknown = stranger.name(.selfSigning)
        let byStranger = try stranger.signed(device, by: [.selfSigning])
        for wrong in [
            object(device, [name: .string(byMaster)]), object(device, [name: "x"]), object(device, [name: ""]),
            byStranger, object(device, ["ed25519:GONE": .string(byMaster)]), object(device, ["x": .string(byMaster)]),
        ] {
            #expect(try await upload(wrong, "B") == "M_INVALID_SIGNATURE")
        }
        var other = device
        other["algorithms"] = ["other"]
        #expect(try await upload(try keys.signed(other, by: [.selfSigning]), "B") == "M_INVALID_SIGNATURE")
        #expect(try await upload(["signatures": valid.at("signatures")], "B") == "M_INVALID_SIGNATURE")
        #expect(try await upload(valid, "NONE") == "M_NOT_FOUND")
        #expect(before[unknown] == nil)
        #expect(try await stored() == before)
    }

    @Test("only the self-signing key signs a device, and only devices sign their user's master key")
    func useless() async throws {
        for role in [SigningRole.master, .userSigning] {
            #expect(try await upload(keys.signed(device, by: [role]), "B") == "M_INVALID_SIGNATURE")
        }
        for role in [SigningRole.selfSigning, .userSigning] {
            let signed = try keys.signed(keys.json(.master), by: [role])
            #expect(try await upload(signed, keys.id(.master)) == "M_INVALID_SIGNATURE")
        }
        let signed = try keys.signed(keys.json(.userSigning), by: [.master])
        #expect(try await upload(signed, keys.id(.userSigning)) == "M_INVALID_SIGNATURE")
        #expect(try await stored() == [:])
    }

    @Test("of another user only the master key is signed, and only by the user-signing key")
    func otherUser() async throws {
        let ann = try await RoomUser(bob.node, 1), anns = try SigningIdentity(ann.userID)
        #expect(try await ann.uploadSigning(anns.upload()).status == 200)
        try await ann.join(bob.createRoom(["preset": "public_chat"]))
        func sign(_ signed: JSONValue, _ target: String) async throws -> String? {
            let body = JSONObject([bob.userID: .object(JSONObject([target: signed]))])
            return try await ann.ok("POST", ["keys", "signatures", "upload"], .object(body))
                .at("failures", bob.userID, target, "errcode").stringValue
        }
        let master = keys.json(.master), id = keys.id(.master)
        #expect(try await sign(anns.signed(device, by: [.userSigning]), "B") == "M_INVALID_SIGNATURE")
        let selfSigning = keys.id(.selfSigning)
        #expect(
            try await sign(anns.signed(keys.json(.selfSigning), by: [.userSigning]), selfSigning)
                == "M_INVALID_SIGNATURE")
        #expect(try await sign(anns.signed(master, by: [.selfSigning]), id) == "M_INVALID_SIGNATURE")
        #expect(try await sign(anns.signed(master, by: [.master]), id) == "M_INVALID_SIGNATURE")
        #expect(try await bob.node.count("key_signature") == 0)
        #expect(try await sign(anns.signed(master, by: [.userSigning]), id) == nil)
        #expect(try await bob.node.count("key_signature") == 1)
    }

    @Test(
        "the keys of a device in place of others have none of the signatures over the old keys, nor of the old device")
    func replacedDevice() async throws {
        let own = try JSONValue.string(sign(device))
        var signed = try #require(try keys.signed(device, by: [.selfSigning])["signatures"]?[bob.userID]?.objectValue)
        signed["ed25519:B"] = own
        // The device's own signature is no failure, and it is not stored a second time.
        #expect(try await upload(object(device, signed.dictionary), "B") == nil)
        #expect(try await stored().keys == [keys.name(.selfSigning)])
        let master = keys.json(.master), byDevice = try JSONValue.string(sign(master))
        #expect(try await upload(object(master, ["ed25519:B": byDevice]), keys.id(.master)) == nil)
        #expect(try await bob.node.count("key_signature") == 2)
        // The same keys with another signature are no other keys.
        try await bob.ok("POST", ["keys", "upload"], ["device_keys": object(device, ["ed25519:B": "first"])])
        #expect(try await stored().keys == [keys.name(.selfSigning)])
        var next = device
        next["keys"] = [
            "ed25519:B": .string(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation.base64EncodedString())
        ]
        let again = try await RoomUser(bob.node, 2, deviceID: "B")
        try await again.ok("POST", ["keys", "upload"], ["device_keys": object(next, ["ed25519:B": "second"])])
        let shown = try await again.keys(of: bob).at("device_keys", bob.userID, "B", "signatures", bob.userID)
        #expect(shown == ["ed25519:B": "second"])
        #expect(try await bob.node.count("key_signature") == 0)
    }

    @Test("an older stored signature of a device over itself does not replace the one in its keys")
    func ownSignature() async throws {
        try await bob.ok("POST", ["keys", "upload"], ["device_keys": object(device, ["ed25519:B": "mine"])])
        try await bob.node.assembly.services.database.write { [userID = bob.userID] db in
            try db.execute(
                sql: "INSERT INTO key_signature VALUES (?, 'B', ?, 'ed25519:B', 'old')", arguments: [userID, userID])
        }
        let shown = try await bob.keys(of: bob).at("device_keys", bob.userID, "B", "signatures", bob.userID)
        #expect(shown == ["ed25519:B": "mine"])
    }

    @Test("the signature of a device over the master key is deleted with the device")
    func deletedDevice() async throws {
        let byDevice = try JSONValue.string(sign(keys.json(.master)))
        #expect(try await upload(object(keys.json(.master), ["ed25519:B": byDevice]), keys.id(.master)) == nil)
        let other = try await RoomUser(bob.node, 2, deviceID: "C")
        try await bob.ok("POST", ["logout"])
        while try await bob.node.stepFanOut() {}
        #expect(try await other.keys(of: bob).at("master_keys", bob.userID) == .object(keys.json(.master)))
        #expect(try await bob.node.count("key_signature") == 0)
    }

    @Test("of two signatures over one key, the valid one is stored, and other members beside the keys do not count")
    func mixed() async throws {
        var signed = try #require(try keys.signed(device, by: [.selfSigning, .master]).objectValue)
        signed["unsigned"] = ["device_display_name": "Bob's"]
        signed["signatures"] = .object(
            JSONObject([
                bob.userID: .object(
                    JSONObject([
                        keys.name(.selfSigning): JSONValue.object(signed).at(
                            "signatures", bob.userID, keys.name(.selfSigning)),
                        keys.name(.master): "wrong",
                    ]))
            ]))
        #expect(try await upload(.object(signed), "B") == "M_INVALID_SIGNATURE")
        #expect(try await stored().keys == [keys.name(.selfSigning)])
    }
}
