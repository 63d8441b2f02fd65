import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import SDNWire
import Testing

@Suite("Login with closures")
struct LoginClosureTests {
    @Test("the specification's four steps log a wallet in")
    func steps() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let client = node.client()
            let dids: [String] = try await withCheckedThrowingContinuation { continuation in
                client.getDIDList(
                    wallet.address, success: { continuation.resume(returning: $0.array) },
                    failure: { continuation.resume(throwing: $0) })
            }
            #expect(dids == [])
            let challenge: MXPreLoginResponse = try await withCheckedThrowingContinuation { continuation in
                client.postPreLoginDID("", address: wallet.address) {
                    continuation.resume(returning: $0)
                } failure: {
                    continuation.resume(throwing: $0)
                }
            }
            #expect(challenge.random_server == challenge.randomServer)
            let parameters: [String: Any] = [
                "type": " m.login.did.identity", "random_server": challenge.randomServer, "updated": challenge.updated,
                "device_id": "",
                "is_mul_fed": 1,
                "identifier": [
                    "did": challenge.did, "address": wallet.address, "message": challenge.message, "app_token": "",
                    "token": try wallet.personalSign(challenge.message),
                ],
            ]
            let login: MXDIDLoginResponse = try await withCheckedThrowingContinuation { continuation in
                client.postLoginDID(
                    challenge.did, withParameter: parameters, success: { continuation.resume(returning: $0) },
                    failure: { continuation.resume(throwing: $0) })
            }
            #expect(login.userId.hasPrefix("@sdn_"))
        }
    }

    @available(*, deprecated, message: "It tests what is deprecated.")
    @Test("the deprecated calls send what older nodes expect, and read their answers")
    func deprecated() async throws {
        let key = #"{"type":"EcdsaSecp256k1RecoveryMethod2020","value":"0x9d","key_id":"did:sdn:9d#controller-1"}"#
        let transport = ScriptedTransport([
            .answer(200, #"{"did":"did:sdn:9d","message":"m","updated":"u"}"#),
            .answer(200, #"{"did":"did:sdn:9d","message":"m","updated":"u"}"#),
            .answer(200, #"{"message":"success"}"#),
            .answer(200, #"{"did":"did:sdn:9d","message":"m2","updated":"u2"}"#),
            .answer(200, #"{"controllers":[\#(key)],"current_public_key":"k","public_keys":[]}"#),
            .answer(200, #"{"data":["did:sdn:9d"]}"#),
        ])
        let client: MXRestClient? = MXRestClient.scripted(transport)
        let preLogin: MXPreLoginResponse? = await withCheckedContinuation { continuation in
            client?.postPreLoginDID(
                "did:sdn:9d", success: { continuation.resume(returning: $0) },
                failure: { _ in continuation.resume(returning: nil) })
        }
        #expect(preLogin?.randomServer == "")
        let created: MXCreateDIDResponse? = await withCheckedContinuation { continuation in
            client?.postCreateDID(
                "did:pkh:eip155:1:0x9d", success: { continuation.resume(returning: $0) },
                failure: { _ in continuation.resume(returning: nil) })
        }
        #expect(created?.updated == "u")
        let saved: MXSaveDIDResponse? = await withCheckedContinuation { continuation in
            client?.postSaveDID(
                "did:sdn:9d",
                withParameter: [
                    "signature": "0x", "operation": "create", "ids": [String](), "address": "0x9d", "updated": "u",
                ],
                success: { continuation.resume(returning: $0) }, failure: { _ in continuation.resume(returning: nil) })
        }
        #expect(saved?.message == "success")
        let updated: MXUpdateDIDResponse? = await withCheckedContinuation { continuation in
            client?.postUpdateDID(
                "did:sdn:9d",
                withParameter: ["operation": "link", "ids": [String](), "address": "did:pkh:eip155:1:0x9e"],
                success: { continuation.resume(returning: $0) }, failure: { _ in continuation.resume(returning: nil) })
        }
        #expect(updated?.message == "m2")
        let info: MXDIDListInfoResponse? = await withCheckedContinuation { continuation in
            client?.getDIDInfo(
                "did:sdn:9d", success: { continuation.resume(returning: $0) },
                failure: { _ in continuation.resume(returning: nil) })
        }
        #expect(info?.controllers.first?.value == "0x9d")
        #expect(info?.currentPublicKey == "k")
        let list: MXDIDListInfoResponse? = await withCheckedContinuation { continuation in
            client?.getDIDInfo(
                "0x9d", success: { continuation.resume(returning: $0) },
                failure: { _ in continuation.resume(returning: nil) })
        }
        #expect(list?.array == ["did:sdn:9d"])
        #expect(
            transport.requests.map {
                $0.method + " " + $0.url.path.replacingOccurrences(of: "/_api/client/unstable", with: "")
            } == [
                "POST /did/did:sdn:9d/pre_login", "POST /did/create", "POST /did/did:sdn:9d",
                "POST /did/did:sdn:9d/update",
                "GET /did/did:sdn:9d/detail", "GET /address/0x9d",
            ])
    }

    @Test("the random text for an address is returned as a dictionary")
    func random() async {
        let client = MXRestClient.scripted(ScriptedTransport([.answer(200, #"{"random":"r"}"#)]))
        let random: String? = await withCheckedContinuation { continuation in
            client.getSDMLoginRandomAddress("0x9d") { continuation.resume(returning: $0["random"] as? String) }
        }
        #expect(random == "r")
    }
}
