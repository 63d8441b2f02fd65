import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Limits of request bodies")
struct BodyLimitTests {
    @Test("attack 22: every open path accepts 64 KiB, and one for a presentation accepts a mebibyte")
    func everyPath() async throws {
        let world = try await CoreWorld()
        var large: [String] = []
        for endpoint in world.router.routes.endpoints {
            let parts = endpoint.split(separator: " ")
            let head = ServiceRequest(method: String(parts[0]), path: String(parts[1]), origin: .network("127.0.0.1"))
            guard case .admitted(let limit, _) = await world.router.admit(head) else { continue }
            #expect(limit == BodySize.standard || limit == BodySize.large)
            if limit == BodySize.large { large.append(head.path) }
        }
        #expect(large == [OpenDIDEndpoints.Verifier.requestVerify.path])
    }

    @Test("attack 22: a stranger that may not call an endpoint is refused before the body is read")
    func refusedFirst() async throws {
        let world = try await CoreWorld()
        let head = ServiceRequest(
            method: "POST", path: OpenDIDEndpoints.CAS.saveUserInfo.path, origin: .network("127.0.0.1"))
        guard case .refused(let response) = await world.router.admit(head) else {
            Issue.record("not refused")
            return
        }
        #expect(response.status == 401)
    }

    @Test(
        "attack 22: 149,000 base58 characters are refused by their length in every envelope, and the largest size is read"
    )
    func documents() async throws {
        let long = "z" + String(repeating: "2", count: 149_000)
        let provider = Provider(did: "did:omn:x", certVcRef: "http://x.test")
        let wallet = Wallet(id: "WID202411aaaaaaaaaaa", did: "did:omn:x")
        let openings: [() throws -> Void] = [
            { _ = try AttestedDIDDoc(walletId: "x", ownerDidDoc: long, provider: provider, nonce: "x").openOwner() },
            { _ = try SignedDIDDoc(ownerDidDoc: long, wallet: wallet, nonce: "x").openOwner() },
            { _ = try InvokedDidDoc(didDoc: long, controller: provider, nonce: "x").openDocument() },
            { _ = try DIDDocVO(didDoc: long).openDocument() },
        ]
        for opening in openings {
            #expect(throws: DataModelError.self) { try opening() }
            #expect { try opening() } throws: { "\($0)".contains("149001 characters are too many for 40960 bytes") }
        }
        // As long as hexadecimal digits may be, too long for base58: not decoded either.
        let shorter = "z" + String(repeating: "2", count: 60_000)
        #expect { try DIDDocVO(didDoc: shorter).openDocument() } throws: {
            "\($0)".contains("60000 characters, but at most 56331 are allowed")
        }
        let world = try await CoreWorld()
        var document = try TestParty(seed: 9, created: world.clock.now).document
        document.service = (0..<16).map { number in
            DIDDocument.Service(
                id: "s\(number)", type: .linkedDomains,
                serviceEndpoint: ["http://x.test/" + String(repeating: "a", count: 1_900)])
        }
        for base in [Multibase.Base.base58btc, .base64, .base16] {
            #expect(try DIDDocVO(document: document, as: base).openDocument() == document)
        }
    }
}
