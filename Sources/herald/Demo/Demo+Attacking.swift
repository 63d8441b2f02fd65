import Foundation
import HeraldJSON
import HeraldKeys
import SDNSDK

/// The steps in which the node refuses the most likely attacks.
extension Demo {
    static func refuseAttacks(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let client = try demo.client()
        let mallory = Secp256k1PrivateKey()

        let forged = try await client.postPreLoginDID(nil, address: demo.alice.address)
        let forgery = try await refusal(
            client, demo.alice, forged, message: forged.message, signedBy: mallory, "a forged signature")

        let replayed = try await client.postPreLoginDID(nil, address: demo.alice.address)
        _ = try await client.postLoginDID(
            replayed.did,
            withParameter: answer(demo.alice, replayed, message: replayed.message, signedBy: demo.alice.key))
        let replay = try await refusal(
            client, demo.alice, replayed, message: replayed.message, signedBy: demo.alice.key, "a replayed challenge")

        let tampered = try await client.postPreLoginDID(nil, address: demo.alice.address)
        let text = tampered.message.replacingOccurrences(of: "Login with this account", with: "Burn this account")
        try require(text != tampered.message, "the challenge does not begin as expected")
        let tampering = try await refusal(
            client, demo.alice, tampered, message: text, signedBy: demo.alice.key, "a tampered text")
        return [.init("forged", forgery), .init("replayed", replay), .init("tampered", tampering)]
    }

    private static func answer(
        _ person: Person, _ challenge: MXPreLoginResponse, message: String, signedBy key: Secp256k1PrivateKey
    ) throws -> JSONObject {
        [
            "type": "m.login.did.identity", "random_server": .string(challenge.randomServer),
            "updated": .string(challenge.updated),
            "identifier": [
                "did": .string(challenge.did), "address": .string(person.address), "message": .string(message),
                "token": .string(try PersonalMessage.sign(message, with: key).text()),
            ],
        ]
    }

    /// Returns the reason why the node refused the login.
    /// - Throws: ``DemoError`` if the node accepted the login.
    private static func refusal(
        _ client: MXRestClient, _ person: Person, _ challenge: MXPreLoginResponse, message: String,
        signedBy key: Secp256k1PrivateKey, _ what: String
    ) async throws -> String {
        do {
            _ = try await client.postLoginDID(
                challenge.did, withParameter: answer(person, challenge, message: message, signedBy: key))
        } catch let error as MXError {
            try require(error == .forbidden, "\(what) was refused with \(error.errcode)")
            return "\(error.errcode): \(error.error)"
        }
        throw DemoError("\(what) was accepted")
    }
}
