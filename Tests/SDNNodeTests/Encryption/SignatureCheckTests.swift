import Crypto
import Foundation
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
        let bytes = try JSONValue.object(SigningKey.bare(master)).canonicalBytes()
        let signature = JSONValue.string(try deviceKey.signature(for: Data(bytes)).base64EncodedString())
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
