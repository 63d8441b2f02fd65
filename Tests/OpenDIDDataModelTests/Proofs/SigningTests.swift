import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import Testing

@Suite("Signing (OpenDID sheet 2.3, 2.4)")
struct SigningTests {
    private func key(_ actor: Actor, _ name: String) throws -> VerificationKey {
        try #require(actor.keys[name]).verificationKey
    }

    @Test("a signed document verifies with the key, as it is and after a round trip", arguments: [false, true])
    func single(secp256k1: Bool) async throws {
        let cast = try Cast(secp256k1: secp256k1)
        let signed = try await Samples(cast: cast).didAuth.signed(by: cast.holder.request("pin", .authentication))
        let key = try key(cast.holder, "pin")
        try SignedDocument(signed).checkSignature(.proof, with: key)
        try SignedDocument(Array(signed.toJson(isPretty: true).utf8)).checkSignature(.proof, with: key)
        let proof = try #require(signed.proof)
        #expect(
            proof.type == key.proofType && proof.created == "2026-01-01T00:00:00Z"
                && proof.proofPurpose == .authentication)
        #expect(proof.verificationMethod == "did:omn:holder?versionId=1#pin")
    }

    @Test("a signature is low s, has header 31 or 32, and recovers its key", arguments: [false, true])
    func form(secp256k1: Bool) async throws {
        let cast = try Cast(secp256k1: secp256k1)
        for number in 0..<20 {
            var sample = Samples(cast: cast).didAuth
            sample.authNonce = "f" + Hex.encode([UInt8](repeating: UInt8(number), count: 16))
            let document = try SignedDocument(await sample.signed(by: cast.holder.request("pin", .authentication)))
            let signature = try document.signature(.proof)
            #expect(signature.recoveryID < 2)
            #expect((signature.s.first ?? 0xFF) < 0x80)
            let digest = try document.digest(.proof)
            let recovered: VerificationKey =
                secp256k1
                ? .secp256k1(try signature.recoverSecp256k1PublicKey(digest: digest))
                : .p256(try signature.recoverP256PublicKey(digest: digest))
            #expect(try recovered == key(cast.holder, "pin"))
        }
    }

    @Test("a member proofs that the type does not declare is not signed")
    func undeclaredProofs() async throws {
        let cast = try Cast()
        var sample = Samples(cast: cast).didAuth
        sample.unknownMembers.members["proofs"] = ["anything"]
        var signed = try await sample.signed(by: cast.holder.request("pin", .authentication))
        signed.unknownMembers.members["proofs"] = JSONValue?.none
        try SignedDocument(signed).checkSignature(.proof, with: key(cast.holder, "pin"))
    }

    @Test("other members that the type does not declare are signed")
    func undeclaredMembers() async throws {
        let cast = try Cast()
        var sample = Samples(cast: cast).didAuth
        sample.unknownMembers.members["more"] = ["proof": ["a": 1], "proofs": "no list"]
        var signed = try await sample.signed(by: cast.holder.request("pin", .authentication))
        try SignedDocument(signed).checkSignature(.proof, with: key(cast.holder, "pin"))
        signed.unknownMembers.members["more"] = JSONValue?.none
        #expect(throws: VerificationFailure.self) {
            try SignedDocument(signed).checkSignature(.proof, with: key(cast.holder, "pin"))
        }
    }

    @Test("the signature is written in the requested encoding", arguments: Multibase.Base.allCases)
    func encodings(base: Multibase.Base) async throws {
        let cast = try Cast()
        let signed = try await Samples(cast: cast).didAuth.signed(
            by: cast.holder.request("pin", .authentication, base: base))
        #expect(signed.proof?.proofValue?.hasPrefix(base.rawValue) == true)
        try SignedDocument(signed).checkSignature(.proof, with: key(cast.holder, "pin"))
    }

    @Test("one key is written as proof and several as proofs, in their order, and earlier proofs are replaced")
    func several() async throws {
        let cast = try Cast()
        let bare = Samples(cast: cast).presentation([])
        let one = try await bare.signed(by: [cast.holder.request("bio")])
        #expect(one.proof != nil && one.proofs == nil)
        let two = try await one.signed(by: [cast.holder.request("pin"), cast.holder.request("bio")])
        #expect(
            two.proof == nil
                && two.proofs?.map(\.verificationMethod) == [
                    "did:omn:holder?versionId=1#pin", "did:omn:holder?versionId=1#bio",
                ])
        let document = try SignedDocument(two)
        try document.checkSignature(.proofs(0), with: key(cast.holder, "pin"))
        try document.checkSignature(.proofs(1), with: key(cast.holder, "bio"))
        let again = try await two.signed(by: [cast.holder.request("pin")])
        #expect(again.proofs == nil && again.proof?.verificationMethod == "did:omn:holder?versionId=1#pin")
        try SignedDocument(again).checkSignature(.proof, with: key(cast.holder, "pin"))
    }

    @Test("signing without a key is an error and gives no unsigned document")
    func none() async throws {
        let bare = Samples(cast: try Cast()).presentation([])
        await #expect(throws: VerificationFailure.self) { try await bare.signed(by: []) }
    }

    @Test("a credential is signed as a whole and once for each claim", arguments: [0, 1, 20])
    func credential(claims: Int) async throws {
        let cast = try Cast()
        let signed = try await Samples(cast: cast).credential(claims: claims).signed(by: cast.issuer.request("assert"))
        let document = try SignedDocument(signed)
        let key = try key(cast.issuer, "assert")
        try document.checkSignature(.proof, with: key)
        #expect(signed.proof.proofValueList?.count == claims)
        for index in 0..<claims { try document.checkSignature(.claim(index), with: key) }
        if claims > 0 { try document.checkClaimSignatures(with: key) }
    }

    @Test("members that the model does not know are preserved and signed")
    func unknown() async throws {
        let cast = try Cast()
        let text = #"{"did":"did:omn:holder","authNonce":"mAA","future":{"b":[1,"é"],"a":null}}"#
        let signed = try await DIDAuth(from: text).signed(by: cast.holder.request("pin", .authentication))
        var tree = try JSONValue(parsing: signed.canonicalBytes())
        #expect(tree["future"] == ["b": [1, "é"]])
        try SignedDocument(tree.serialized()).checkSignature(.proof, with: key(cast.holder, "pin"))
        tree["future"] = nil
        #expect(throws: VerificationFailure.self) {
            try SignedDocument(tree.serialized()).checkSignature(.proof, with: key(cast.holder, "pin"))
        }
    }

    @Test("an external signer signs the same digest, and its error is rethrown")
    func foreign() async throws {
        struct Enclave: ProofSigner {
            struct Locked: Error {}
            let inner: SigningKey
            let isLocked: Bool
            var verificationKey: VerificationKey { get async throws { inner.verificationKey } }
            func sign(digest: [UInt8]) async throws -> CompactSignature {
                if isLocked { throw Locked() }
                return try inner.sign(digest: digest)
            }
        }
        let cast = try Cast()
        var request = try cast.holder.request("pin", .authentication)
        let inner = try #require(cast.holder.keys["pin"])
        request.signer = Enclave(inner: inner, isLocked: false)
        try await SignedDocument(Samples(cast: cast).didAuth.signed(by: request)).checkSignature(
            .proof, with: inner.verificationKey)
        request.signer = Enclave(inner: inner, isLocked: true)
        await #expect(throws: Enclave.Locked.self) { try await Samples(cast: cast).didAuth.signed(by: request) }
    }

    @Test("a key does not print itself")
    func redaction() throws {
        let cast = try Cast()
        let key = try #require(cast.holder.keys["pin"])
        var dumped = ""
        dump(key, to: &dumped)
        let secret = Hex.encode([UInt8](repeating: 7, count: 31))
        for text in [dumped, "\(key)", String(reflecting: key), String(reflecting: try cast.holder.request("pin"))] {
            #expect(!text.contains(secret) && !text.contains("7, 7, 7"))
        }
    }
}
