import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("Documents in multibase text")
struct MultibaseEnvelopeTests {
    static let bases: [Multibase.Base] = Multibase.Base.allCases
    private let wallet = Wallet(id: "WID202611ABCDEFGHIJK", did: "did:omn:device")
    private let provider = Provider(
        did: "did:omn:wallet", certVcRef: "http://127.0.0.1:8095/wallet/api/v1/certificate-vc")

    @Test("an envelope can be opened in every encoding", arguments: bases)
    func roundTrip(_ base: Multibase.Base) async throws {
        let cast = try DocumentsCast()
        let signed = try await cast.holder.signed(
            as: .holder, with: ["pin": cast.pin, "bio": cast.bio], created: DocumentsCast.now)
        let envelope = try SignedDIDDoc(owner: signed, wallet: wallet, nonce: "z1", as: base)
        #expect(envelope.ownerDidDoc.hasPrefix(base.rawValue))
        let contents = try envelope.openOwner()
        #expect(contents.value == signed)
        let report = await VerificationPolicy.standard(for: .holderDIDDocument).verify(
            contents.document, at: DocumentsCast.now, resolver: cast.registry)
        #expect(report.failures.isEmpty && report.proofs.count == 2)
        let attested = try AttestedDIDDoc(owner: signed, walletId: wallet.id, provider: provider, nonce: "0a", as: base)
        #expect(try attested.openOwner().value == signed)
        #expect(try DIDDocVO(document: signed, as: base).openDocument() == signed)
    }

    @Test("the registry's envelope has no proofs, and one with proofs is refused")
    func registry() throws {
        var document = try DocumentsCast().holder
        document.proof = Proof(
            created: document.created, proofPurpose: .assertionMethod,
            verificationMethod: document.keyURL("pin").description,
            type: .secp256r1Signature2018, proofValue: "z1")
        let envelope = try InvokedDidDoc(document: document, controller: provider, nonce: "z1")
        #expect(try envelope.openDocument().value == document.withoutProofs)
        let smuggled = InvokedDidDoc(didDoc: try MultibaseEnvelope.seal(document), controller: provider, nonce: "z1")
        #expect(
            throws: DataModelError(.invalidValue, field: "didDoc", reason: "a document for the registry has no proofs")
        ) {
            try smuggled.openDocument()
        }
    }

    @Test("an error names the path inside the envelope")
    func path() throws {
        var tree = try JSONValue(parsing: try DocumentsCast().holder.canonicalBytes())
        tree["versionId"] = 1
        let text = Multibase.encode(tree.serialized(), as: .base64)
        let error = #expect(throws: DataModelError.self) { try DIDDocVO(didDoc: text).openDocument() }
        #expect(error?.code == .invalidValue && error?.field == "didDoc.versionId")
        #expect(throws: DataModelError.self) { try DIDDocVO(didDoc: "z").openDocument() }
        #expect(throws: DataModelError.self) { try DIDDocVO(didDoc: "?abc").openDocument() }
    }

    @Test("a damaged text throws at most an error", arguments: 1...8 as ClosedRange<UInt64>)
    func damage(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = Array(try MultibaseEnvelope.seal(try DocumentsCast().holder, as: .base64).utf8)
        for _ in 0..<60 {
            var damaged = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
                    in: 0x20...0x7E, using: &random)
            }
            damaged.removeLast(Int.random(in: 0...2, using: &random))
            do throws(DataModelError) {
                _ = try DIDDocVO(didDoc: String(decoding: damaged, as: UTF8.self)).openDocument().validationErrors()
            } catch {
                #expect(error.code == .invalidValue && error.field.hasPrefix("didDoc"))
            }
        }
    }
}
