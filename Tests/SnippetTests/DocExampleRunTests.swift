import Foundation
import HeraldJSON
import HeraldKeys
import HeraldP256
import MYKEYServices
import MYKEYWire
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel
import SDNNode
import SDNSDK
import SDNWire
import Testing

/// Runs the examples of the doc comments that need no network and no file, and checks their results.
@Suite("Examples in doc comments, run")
struct DocExampleRunTests {
    private let key = Secp256k1PrivateKey()

    @Test("the hashes of abc are those that the comments name")
    func hashes() throws {
        #expect(DocExamples.keccak() == "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45")
        #expect(DocExamples.ripemd() == "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc")
        #expect(DocExamples.sha() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(try DocExamples.hex() == [0xC0, 0xFF, 0xEE])
        #expect(try DocExamples.multibase() == [0x4A, 0x5B])
    }

    @Test("JSON examples read and write what they say")
    func json() throws {
        #expect(DocExamples.jsonValue() == "Hello")
        #expect(try DocExamples.jsonReader(["type": "m.room.message"]) == ["m.room.message", nil])
        #expect(DocExamples.jsonObject() == ["msgtype": "m.text", "format": "org.matrix.custom.html"])
        #expect(try DocExamples.jsonView(Array(#"{"content":{"msgtype":"m.text"},"unsigned":{"age":5}}"#.utf8)) == 2)
        let body = Array(#"{"logo":"a","id":"did:omn:issuer"}"#.utf8)
        let issuer = try DocExamples.modelDecoder(body)
        #expect(issuer.id == "did:omn:issuer")
        let canonical = try DocExamples.modelEncoder(issuer)
        #expect(String(decoding: canonical, as: UTF8.self) == #"{"id":"did:omn:issuer","logo":"a"}"#)
    }

    @Test("signatures of the examples name their key")
    func signatures() throws {
        let digest = HeraldSHA256.hash(Array("Hello".utf8))
        let signature = try DocExamples.secp256k1()
        #expect(signature.isLowS && (try? signature.recoverPublicKey(digest: digest)) != nil)
        #expect(try DocExamples.personalMessage(key) == key.publicKey.ethereumAddress)
        #expect(try DocExamples.compactSignature(key))
        let text = try DocExamples.localWallet()
        #expect(text.hasPrefix("0x") && text.utf8.count == 132)
        _ = try RecoverableSignature(text: text, rules: .sdn)
    }

    @Test("EOS keys and signatures of the examples are read, and checked against each other")
    func eos() throws {
        let account = try DocExamples.eosPublicKey()
        #expect(account.legacyText == "EOS5zkU9CedXeUzxXRMqwCH88z6B55LuzYUqdmz5E4LsT68Gn9Qro")
        #expect(account.text.hasPrefix("PUB_K1_"))
        let owner = EOSPrivateKey(key), ours = EOSPublicKey(key.publicKey)
        let signed = try owner.sign("Hello").text
        #expect(try DocExamples.eosSignature(signed, ours) == nil)
        #expect(try DocExamples.eosSignature(signed, account) != nil)
    }

    @Test("identifiers of the examples have their parts")
    func identifiers() throws {
        #expect(try DocExamples.sdnDID().hex == "9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f")
        let user = try DocExamples.userID()
        #expect(user.localpart == "ann" && user.domain == "node.example.org" && user.did == nil)
        #expect(try DocExamples.accountText().chain == .eos)
        #expect(try DocExamples.loginAccount() == "antelope:aca376f206b8fc25a6ed44dbdc66547c:mykeydoctest")
        let node = try DocExamples.nodeAddress()
        #expect(node.description == "eos.example" && node.isSecure && !node.exposedURL.hasSuffix("/"))
    }

    @Test("messages of the examples have the JSON of the wire")
    func messages() throws {
        #expect(
            DocExamples.matrixError()
                == ["errcode": "M_LIMIT_EXCEEDED", "error": "too many requests", "retry_after_ms": 2000])
        #expect(
            DocExamples.syncFilter() == [
                "room": ["state": ["lazy_load_members": true], "timeline": ["limit": 20]],
                "presence": ["not_types": ["*"]],
            ])
        #expect(DocExamples.powerLevels())
        let request = try JSONValue(parsing: DocExamples.walletRequest("5d41402abc4b2a76"))
        #expect(
            request["uuID"]?.stringValue == "5d41402abc4b2a76" && request["callback"]?.stringValue == "demoscheme://")
    }

    @Test("MYKEY's login and answer are read as they were written")
    func mykey() throws {
        let login = try DocExamples.loginStatement(EOSPrivateKey(key))
        #expect(login.unsigned == "1606900362mykeydoctest5d41402abc4b2a76mykey")
        let signature = try EOSSignature(text: login.sign)
        #expect(signature.verifies(message: login.unsigned, by: EOSPublicKey(key.publicKey)))
        #expect(try DocExamples.walletAnswer() == WalletAnswer(action: "login", callBackId: "7", result: .cancelled))
        #expect(try DocExamples.tokenAmount().text == "0.00010")
    }

    @Test("settings of the examples are accepted")
    func settings() throws {
        #expect(try DocExamples.callbackLimits().lookupsPerAddress == 20)
        #expect(DocExamples.callbackRules().tagged.domain == "harbour.example")
        #expect(DocExamples.rateLimits().sendsPerUser == RateLimit(perSecond: 5, burst: 20))
        #expect(DocExamples.userLimits().accountData == 4 << 20)
        let developer = DocExamples.developerKey(key)
        #expect(developer.requireAppToken && developer.developerKeys.map(\.address) == [key.publicKey.ethereumAddress])
    }

    @Test("OpenDID's examples make what their servers and wallets take")
    func openDID() throws {
        let schema = DocExamples.schema()
        #expect(try schema.claims(from: ["org.example.library.name": "Ann"]).map(\.value) == ["Ann"])
        #expect(DocExamples.seed(schema).plans.map(\.schema) == ["library"])
        #expect(try Multibase.decode(DocExamples.signingKey()).bytes.count == 33)
        let edit = DocExamples.documentEdit()
        #expect(edit.removedKeys == ["bio"] && edit.services.map(\.type) == [.linkedDomains])
    }
}
