import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Limits of a DID document")
struct DocumentLimitTests {
    private let world: CoreWorld
    private let device: TestParty

    init() async throws {
        world = try await CoreWorld()
        device = try TestParty(seed: 4, created: world.clock.now)
    }

    private func services(_ count: Int, endpoints: Int = 1, length: Int = 20) -> [DIDDocument.Service] {
        (0..<count).map { number in
            let url = "http://x.test/" + String(repeating: "a", count: length - 14)
            return DIDDocument.Service(
                id: "s\(number)", type: .linkedDomains, serviceEndpoint: [String](repeating: url, count: endpoints))
        }
    }

    private func attested(_ change: (inout DIDDocument) -> Void) async throws -> ServiceResponse {
        var document = device.document
        change(&document)
        let party = TestParty(document: document, keys: device.keys)
        return try await world.post(
            OpenDIDEndpoints.WalletProvider.requestSignWallet, party.proven(as: .device, at: world.clock.now))
    }

    @Test(
        "the wallet provider refuses a stranger's document over a limit at once, with the member's name",
        arguments: [
            (17, 1, 20, "service"), (1, 17, 20, "service[0].serviceEndpoint"),
            (1, 1, 2_049, "service[0].serviceEndpoint[0]"),
            (1, 1, 50_000, "service[0].serviceEndpoint[0]"), (4, 8, 1_500, "bytes"),
        ])
    func refused(count: Int, endpoints: Int, length: Int, named: String) async throws {
        let response = try await attested { $0.service = services(count, endpoints: endpoints, length: length) }
        #expect(response.code == "SSRVWLT00102")
        #expect(String(decoding: response.body, as: UTF8.self).contains(named))
    }

    @Test(
        "attack 64: a very long DID is not registered, so that it is not in every row about its owner"
    )
    func longDID() async throws {
        for (length, code) in [(256, nil), (257, "SSRVWLT00102"), (20_000, "SSRVWLT00102")] as [(Int, String?)] {
            let answer = try await attested { $0.id = "did:omn:" + String(repeating: "a", count: length - 8) }
            #expect(answer.code == code, "\(length)")
        }
    }

    @Test("a document with more proofs than keys are allowed is refused, and unknown members count too")
    func others() async throws {
        let proven = try await device.proven(as: .device, at: world.clock.now)
        var document = proven
        document.proofs = Array(repeating: proven.allProofs, count: 33).flatMap(\.self)
        document.proof = nil
        #expect(document.validationErrors().map(\.field) == ["proofs"])
        var padded = proven
        padded.unknownMembers.members["x"] = .string(String(repeating: "a", count: DIDDocument.byteLimit))
        #expect(padded.validationErrors().count == 1)
    }

    @Test("a document within the limits is attested, and the attestation is in base64")
    func accepted() async throws {
        let response = try await attested { $0.service = services(16, endpoints: 1, length: 1_600) }
        let attested: AttestedDIDDoc = try response.value()
        #expect(attested.ownerDidDoc.hasPrefix("m"))
        #expect(try attested.openOwner().value.service?.count == 16)
    }

    @Test("a document with the largest number of keys, each with its proof, is within the limit")
    func manyKeys() throws {
        var document = device.document
        let (key, proof) = (
            try #require(document.verificationMethod.first),
            Proof(
                created: world.clock.now.text, proofPurpose: .assertionMethod,
                verificationMethod: "\(document.id)?versionId=1#key00",
                type: .secp256r1Signature2018,
                proofValue: Multibase.encode([UInt8](repeating: 255, count: 65), as: .base58btc))
        )
        document.verificationMethod = (0..<DIDDocument.keyLimit).map { number in
            var method = key
            method.id = "key\(number)"
            return method
        }
        document.proofs = [Proof](repeating: proof, count: DIDDocument.proofLimit)
        #expect(try document.canonicalBytes().count < DIDDocument.byteLimit)
    }
}
