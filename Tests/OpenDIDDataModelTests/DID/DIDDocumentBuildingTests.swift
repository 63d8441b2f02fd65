import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import Testing

@Suite("Building and checking DID documents")
struct DIDDocumentBuildingTests {
    @Test("a first version has number 1, equal dates, and each key with its purposes")
    func holder() throws {
        let cast = try DocumentsCast()
        let document = cast.holder
        #expect(document.versionId == "1" && document.created == document.updated && !document.deactivated)
        #expect(document.context == ["https://www.w3.org/ns/did/v1"])
        #expect(document.assertionMethod == ["pin", "bio"])
        #expect(document.authentication == ["pin", "bio"])
        #expect(document.keyAgreement == ["keyagree"])
        #expect(document.capabilityInvocation == nil && document.capabilityDelegation == nil && document.service == nil)
        #expect(document.verificationMethod.map(\.authType) == [.free, .pin, .bio])
        #expect(
            document.verificationMethod.allSatisfy {
                $0.controller == "did:omn:tas" && $0.publicKeyMultibase.hasPrefix("z")
            })
        #expect(document.validationErrors(.registration).isEmpty)
    }

    @Test("the sheet's key names have their purposes", arguments: DIDKeyName.allCases)
    func names(_ name: DIDKeyName) throws {
        let purposes: [DIDKeyName: Set<ProofPurpose>] = [
            .assert: [.assertionMethod], .auth: [.authentication], .keyagree: [.keyAgreement],
            .invoke: [.capabilityInvocation],
            .pin: [.assertionMethod, .authentication], .bio: [.assertionMethod, .authentication],
        ]
        let key = P256PrivateKey()
        let document = try DIDDocument(
            did: DID("did:omn:x"), controller: "did:omn:tas", keys: [DIDKeyEntry(name, .p256(key.publicKey))],
            created: DocumentsCast.now)
        #expect(document.purposes(ofKey: name.rawValue) == purposes[name])
        for purpose in name.purposes where name != .pin && name != .bio { #expect(purpose.defaultKeyName == name) }
        #expect(ProofPurpose.capabilityDelegation.defaultKeyName == nil)
    }

    @Test("a document without keys, or with two keys of one name, is not built")
    func refused() throws {
        let did = try DID("did:omn:x")
        let key = DIDKeyEntry(.assert, .p256(P256PrivateKey().publicKey))
        let empty = #expect(throws: DataModelError.self) {
            try DIDDocument(did: did, controller: "did:omn:tas", keys: [], created: DocumentsCast.now)
        }
        #expect(empty?.code == .missing && empty?.field == "verificationMethod")
        let twice = #expect(throws: DataModelError.self) {
            try DIDDocument(did: did, controller: "did:omn:tas", keys: [key, key], created: DocumentsCast.now)
        }
        #expect(twice?.code == .duplicate && twice?.field == "verificationMethod[1].id")
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let field: String
        let change: @Sendable (inout DIDDocument) -> Void
        var testDescription: String { field }
    }

    static let faults: [Fault] = [
        Fault(field: "@context") { $0.context = ["https://example.org"] },
        Fault(field: "@context") { $0.context = [] },
        Fault(field: "id") { $0.id = "did:omn" },
        Fault(field: "controller") { $0.controller = "tas" },
        Fault(field: "created") { $0.created = "yesterday" },
        Fault(field: "updated") { $0.updated = "2026-13-01T00:00:00Z" },
        Fault(field: "updated") { $0.updated = "2001-01-01T00:00:00Z" },
        Fault(field: "versionId") { $0.versionId = "01" },
        Fault(field: "verificationMethod") { $0.verificationMethod = [] },
        Fault(field: "verificationMethod[0].id") { $0.verificationMethod[0].id = "did:omn:x#assert" },
        Fault(field: "verificationMethod[0].id") { $0.verificationMethod[0].id = "" },
        Fault(field: "verificationMethod[1].id") { $0.verificationMethod[1].id = $0.verificationMethod[0].id },
        Fault(field: "verificationMethod[2].controller") { $0.verificationMethod[2].controller = "" },
        Fault(field: "verificationMethod[0].publicKeyMultibase") {
            $0.verificationMethod[0].publicKeyMultibase = "x1234"
        },
        Fault(field: "verificationMethod[0].publicKeyMultibase") {
            $0.verificationMethod[0].publicKeyMultibase = "f02"
        },
        Fault(field: "verificationMethod[0].publicKeyMultibase") {
            $0.verificationMethod[0].publicKeyMultibase = "f02" + String(repeating: "f", count: 64)
        },
        Fault(field: "verificationMethod[0].publicKeyMultibase") {
            let key = P256PrivateKey().publicKey.uncompressed
            $0.verificationMethod[0].publicKeyMultibase = Multibase.encode(key, as: .base64)
        },
        Fault(field: "verificationMethod[2].publicKeyMultibase") {
            let pin = (try? Multibase.decode($0.verificationMethod[1].publicKeyMultibase).bytes) ?? []
            $0.verificationMethod[2].publicKeyMultibase = Multibase.encode(pin, as: .base16)
        },
        Fault(field: "verificationMethod[1].publicKeyMultibase") {
            $0.verificationMethod[1].publicKeyMultibase = $0.verificationMethod[0].publicKeyMultibase
        },
        Fault(field: "assertionMethod[0]") { $0.assertionMethod = ["nobody"] },
        Fault(field: "authentication[1]") { $0.authentication = ["pin", "pin"] },
        Fault(field: "service[0].id") {
            $0.service = [.init(id: "", type: .linkedDomains, serviceEndpoint: ["https://a"])]
        },
        Fault(field: "service[0].serviceEndpoint") {
            $0.service = [.init(id: "s", type: .linkedDomains, serviceEndpoint: [])]
        },
        Fault(field: "service[0].serviceEndpoint[1]") {
            $0.service = [.init(id: "s", type: .linkedDomains, serviceEndpoint: ["https://a", "no url"])]
        },
        Fault(field: "service[1].id") {
            let service = DIDDocument.Service(id: "s", type: .credentialRegistry, serviceEndpoint: ["https://a"])
            $0.service = [service, service]
        },
    ]

    @Test("the error of each broken rule names the member", arguments: faults)
    func validation(_ fault: Fault) throws {
        var document = try DocumentsCast().holder
        fault.change(&document)
        #expect(document.validationErrors().map(\.field).contains(fault.field))
        #expect(throws: DataModelError.self) { try document.validate() }
    }

    @Test("one key may have two names that are unlocked in the same way")
    func sharedKey() throws {
        let key = P256PrivateKey().publicKey
        let document = try DIDDocument(
            did: DID("did:omn:x"), controller: "did:omn:tas",
            keys: [DIDKeyEntry(.assert, .p256(key)), DIDKeyEntry(.auth, .p256(key))],
            created: DocumentsCast.now)
        #expect(document.validationErrors().isEmpty)
    }

    @Test("the rules of a first version do not apply to later ones")
    func registration() throws {
        var document = try DocumentsCast().holder
        document.versionId = "2"
        document.updated = DocumentsCast.now.text
        document.deactivated = true
        #expect(document.validationErrors().isEmpty)
        #expect(document.validationErrors(.registration).map(\.field) == ["versionId", "updated", "deactivated"])
    }

    @Test("deactivating a DID removes the proofs and keeps the version")
    func deactivated() throws {
        var document = try DocumentsCast().holder
        document.proof = Proof(
            created: document.created, proofPurpose: .assertionMethod, verificationMethod: "x",
            type: .secp256r1Signature2018)
        let off = document.with(deactivated: true)
        #expect(off.deactivated && off.versionId == "1" && off.allProofs.isEmpty)
        #expect(off.with(deactivated: false) == document.withoutProofs)
    }
}
