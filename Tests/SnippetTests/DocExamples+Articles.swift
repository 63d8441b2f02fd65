import HeraldJSON
import HeraldKeys
import HeraldP256
import HeraldVectors
import MYKEYServices
import MYKEYWire
import OpenDIDServices
import OpenDID_DataModel
import SDNNode
import SDNWire

/// The code of the modules' overview articles, word for word. ``DocExampleTests`` compares them.
extension DocExamples {
    static func jsonArticle(_ body: [UInt8]) throws {
        let document = try JSONDocument(body)
        for event in document.root["chunk"]?.elements ?? .empty where event["type"]?.equals("m.room.message") == true {
            print(event["sender"]?.string ?? "?", event["origin_server_ts"]?.int ?? 0)
        }
    }

    static func jsonReaderArticle(_ bytes: [UInt8]) throws -> String {
        let body = try JSONReader(JSONValue(parsing: bytes))
        let did = try body.object("identifier").string("did")   // JSON missing_member at identifier.did: …
        return did
    }

    static func jsonModelArticle<Credential: Codable & KeepsUnknownMembers>(_ body: [UInt8], _: Credential.Type) throws -> [UInt8] {
        let credential = try JSONModelDecoder().decode(Credential.self, from: body)
        let bytes = try JSONModelEncoder().canonicalBytes(credential)
        return bytes
    }

    static func keysArticle() throws -> String {
        let key = Secp256k1PrivateKey()
        let signature = try PersonalMessage.sign("Login with this account\n", with: key)
        let text = signature.text()                                       // 0x…, 65 bytes, v 27 or 28

        let read = try RecoverableSignature(text: text, rules: .sdn)
        let signer = try PersonalMessage.recoverAddress("Login with this account\n", signature: read)
        print(signer == key.publicKey.ethereumAddress, signer)            // true 0x…
        return text
    }

    static func eosArticle(_ key: Secp256k1PrivateKey) throws {
        let owner = EOSPrivateKey(key)
        let login = try owner.sign("1606900362mykeydoctest")
        print(login.text)                                                 // SIG_K1_…

        if let account = owner.publicKey, let refusal = login.refusal(message: "another text", by: account) {
            print(refusal)                                                // it was not made by this key over this message
        }
    }

    static func p256Article(_ digest: [UInt8]) throws {
        let key = P256PrivateKey()
        let signature = try key.compactSignature(digest: digest)  // 65 bytes: header, r, low s
        print(key.publicKey.verify(signature, digest: digest))  // true
        print(try signature.recoverP256PublicKey(digest: digest) == key.publicKey)  // true
    }

    static func vectorsArticle() -> Int32 {
        let code = VectorRun.run(paths: ["ethereum.json"], output: { print($0) }, errors: { print($0) })
        return code
    }

    static func mykeyArticle() throws {
        // The dapp asks…
        let ask = WalletRequest(
            protocol: .simple, uuID: "e9467118-9321-4916-8153-4a5a9087e51e", dappName: "Sample",
            callback: WalletAnswer.callback(scheme: "demoscheme", action: .login, callBackId: "5d41402abc4b2a76"),
            chain: .eos, payload: .login(.init(loginUrl: "https://dapp.example/mykey/login")))
        let url = try WalletURL.make(ask)                 // mykey://mykey.org/protocol?param=…

        // …the wallet reads, shows and signs…
        guard let asked = try WalletURL(url).request, let uuID = asked.uuID else { return }
        let login = try LoginStatement(
            protocol: asked.protocol, uuID: uuID, timestamp: UnixTime(seconds: 1_606_900_362),
            account: AccountText("mykeydoctest"))
        print(login.unsigned)                             // 1606900362mykeydoctest…mykey
        let body = login.signed("SIG_K1_…").json()        // POSTed to asked.serverURL

        // …and the server reads what was POSTed.
        print(try LoginCallback(json: body).unsigned == login.unsigned)   // true
        print(body)
    }

    static func mykeyServicesArticle(_ body: [UInt8], _ code: ReturnCode) async throws -> (CallbackAnswer, LoginStatus) {
        let keys = CachingKeySource(try EOSTableKeySource(node: EOSNode(ChainNodeAddress("https://eos.example"))))
        let rules = CallbackRules(tagged: .required(domain: "harbour.example"), returning: .bound(to: ["demoscheme"]))
        let service = CallbackService(rules: rules, keys: keys, store: try SQLiteReplayStore(path: "logins.sqlite"))

        let login = try await service.beginLogin()      // login.uuID into the request, login.session to the browser
        let answer = await service.receive(body)        // body: from the wallet; answer.reply goes back
        let status = try await service.status(of: login.session, code: code)   // code: from the app, which the wallet opened
        return (answer, status)
    }

    static func wireArticle() throws {
        let wallet = try WalletReference("did:pkh:eip155:1:0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F")
        let did = SDNDID(address: wallet.address)
        print(did)                     // did:sdn:9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f
        print(UserID(did: did))        // @sdn_9d8a…:9d8a…, as SendingNetwork has it
        print(UserID(did: did, domain: "matrix.example.org"))   // as a gateway has it

        let user = try UserID("@sdn_9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f:matrix.example.org")
        print(user.did == did)         // true
    }

    static func nodeArticle() async throws {
        let node = try await EmbeddedNode.start()
        print(node.baseURL)   // http://127.0.0.1:49152
        await node.stop()
    }

    static func servicesArticle() async throws {
        let services = try await OpenDIDServices.start()
        print(services.baseURL)   // http://127.0.0.1:49152
        await services.stop()
    }

    static func dataModelArticle(
        id: String, issuer: DIDDocument, holder: String, schema: VCSchema, evidence: [VerifiableCredential.Evidence], key: SigningKey, now: UTCInstant,
        registry: any DIDResolver
    ) async throws -> [UInt8] {
        let values = ["org.example.v1.name": "홍길동", "org.example.v1.grade": "gold"]
        let draft = CredentialDraft(
            id: id, issuer: .init(id: issuer.id), subject: holder, schema: schema,
            claims: try schema.claims(from: values),
            evidence: evidence)
        let credential = try await draft.issued(
            by: ProofRequest(signer: key, keyID: "assert", of: issuer, purpose: .assertionMethod, created: now))

        let received = try SignedDocument(try credential.canonicalBytes())
        let report = await VerificationPolicy.standard(for: .credential).verify(received, at: now, resolver: registry)
        print(report.isValid, report.failures)  // true []
        let shown = try received.disclosing(.codes(["org.example.v1.grade"]))
        return shown.bytes
    }
}
