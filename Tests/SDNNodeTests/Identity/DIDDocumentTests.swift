import HeraldJSON
import HeraldKeys
import Testing
@testable import SDNNode

@Suite("DID documents and the smaller DID endpoints (SDN sheet 1.2)")
struct DIDDocumentTests {
    let node: TestNode
    let wallet: TestWallet

    init() throws {
        wallet = try TestWallet(91)
        let key = try TestWallet(92).key
        node = try TestNode { $0.applicationKey = key }
    }

    @Test("a DID resolves to its document, in both of its forms")
    func resolve() async throws {
        try await node.token(wallet)
        let document = try await node.send("GET", TestNode.prefix + "did/\(wallet.did)").body
        #expect(document["id"]?.stringValue == wallet.did)
        #expect(
            document["verificationMethod"]?.arrayValue?.first?["blockchainAccountId"]?.stringValue == "eip155:1:"
                + wallet.text)
        #expect(
            document["authentication"]?.arrayValue?.first == document["verificationMethod"]?.arrayValue?.first?["id"])
        #expect(document["updated"]?.stringValue == "2023-11-14T22:13:20.123Z")
        let detail = try await node.send("GET", TestNode.prefix + "did/\(wallet.did)/detail").body
        #expect(
            detail["controllers"] == [
                [
                    "type": "EcdsaSecp256k1RecoveryMethod2020", "value": .string(wallet.text),
                    "key_id": .string(wallet.did + "#controller-1"),
                ]
            ])
    }

    @Test("an unknown DID is 404, a malformed one 400", arguments: ["", "/detail"])
    func unknown(suffix: String) async throws {
        #expect(try await node.send("GET", TestNode.prefix + "did/\(wallet.did)\(suffix)").errcode == "M_NOT_FOUND")
        #expect(try await node.send("GET", TestNode.prefix + "did/did:sdn:1\(suffix)").errcode == "M_INVALID_PARAM")
    }

    @Test("the node signs an app's text if it has a developer key of its own")
    func applicationSignature() async throws {
        let message = "Login with this account\n"
        let answer = try await node.send("POST", "/_api/appservice/sign", ["message": .string(message)])
        let signature = try RecoverableSignature(text: JSONReader(answer.body).string("signature"), rules: .strict)
        #expect(try PersonalMessage.recoverAddress(message, signature: signature) == TestWallet(92).address)
        #expect(
            try await TestNode().send("POST", "/_api/appservice/sign", ["message": "x"]).errcode == "M_UNRECOGNIZED")
    }

    @Test("a random text is returned for an address")
    func random() async throws {
        let answer = try await node.send(
            "POST", "/_api/client/r0/get_random", ["address": .string(wallet.text), "medium": "did"])
        #expect(answer.body["random"]?.stringValue?.utf8.count == 32)
        #expect(
            try await node.send("POST", "/_api/client/r0/get_random", ["address": "x"]).errcode == "M_INVALID_PARAM")
    }
}
