import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@Suite("Changes of DID documents, one after another (SDN sheet 1.8)")
struct DocumentChangeTests {
    private let server = TestServer()
    private let wallets: [TestWallet]

    init() throws { wallets = try (51..<55).map { try TestWallet($0) } }

    private var did: SDNDID { wallets[0].did }

    /// Requests the text of a change, signs it and sends it.
    private func change(
        _ body: JSONObject, signedBy signer: TestWallet, second: TestWallet? = nil
    ) async throws -> MessageResponse {
        let documents = server.documents()
        let text = try await documents.update(DIDOperationRequest(did: did.text, body: body), remote: "192.0.2.1")
        var signed = body
        signed["signature"] = .string(try signer.sign(text.message))
        signed["updated"] = .string(text.updated)
        if let second { signed["signature2"] = .string(try second.sign(text.message)) }
        return try await documents.save(DIDOperationRequest(did: did.text, body: signed), remote: "192.0.2.1")
    }

    private func document() async throws -> DIDDocument {
        try #require(try await server.directory.document(of: did))
    }

    @Test(
        "after any sequence of changes, a wallet controls the DID, times advance, and no number is given twice",
        arguments: 0..<8 as Range<UInt64>)
    func sequences(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await server.instance().logIn(wallets[0])
        var before = try await document(), numbers: [Int64: String] = [:]
        for step in 0..<40 {
            // The clock stands still, advances or is set back.
            let move = random.pick([0, 0, 1, 60_000, -3_600_000])
            server.clock.move { $0 + .milliseconds(Int64(move)) }
            let signer = random.pick(wallets), other = random.pick(wallets)
            let body: JSONObject =
                switch random.below(5) {
                case 0: ["operation": "link", "address": .string(other.address.checksummed)]
                case 1: ["operation": "unlink", "ids": [.string("\(did)#controller-\(1 + random.below(6))")]]
                case 2: ["operation": "link_key", "ids": [.string("key\(step)")]]
                case 3: ["operation": "unlink_key", "ids": [.string("\(did)#key-\(1 + random.below(20))")]]
                default: ["operation": "create"]
                }
            let isAgreed = random.chance(oneIn: 2)
            let isDone = (try? await change(body, signedBy: signer, second: isAgreed ? other : nil)) != nil
            let after = try await document()
            #expect(isDone || after == before)
            #expect(!after.provenAddresses.isEmpty)
            if isDone {
                #expect(before.provenAddresses.contains(signer.address))
                #expect(after.created == before.created)
                let (old, new) = (Timestamp(rfc3339: before.updated), Timestamp(rfc3339: after.updated))
                #expect(try #require(old) < #require(new))
            }
            for (number, value) in after.controllers.map({ ($0.number, $0.address.checksummed) })
                + after.keys.map({ ($0.number, $0.value) })
            {
                #expect(numbers.updateValue(value, forKey: number) ?? value == value)
            }
            before = after
        }
    }

    @Test("of two changes that were requested for one state of the document, the second is out of date")
    func stale() async throws {
        try await server.instance().logIn(wallets[0])
        let documents = server.documents()
        let bodies: [JSONObject] = ["a", "b"].map { ["operation": "link_key", "ids": [.string($0)]] }
        var signed: [JSONObject] = []
        for var body in bodies {
            let text = try await documents.update(DIDOperationRequest(did: did.text, body: body), remote: "192.0.2.1")
            body["signature"] = .string(try wallets[0].sign(text.message))
            body["updated"] = .string(text.updated)
            signed.append(body)
        }
        _ = try await documents.save(DIDOperationRequest(did: did.text, body: signed[1]), remote: "192.0.2.1")
        let error = await #expect(throws: MatrixError.self) {
            try await documents.save(DIDOperationRequest(did: did.text, body: signed[0]), remote: "192.0.2.1")
        }
        #expect(error?.code == .staleDID)
        #expect(try await document().keys.map(\.value) == ["b"])
    }

    @Test("edits are only for the document that the challenge was made for")
    func edits() async throws {
        try await server.instance().logIn(wallets[0])
        let document = try await document()
        func signed(_ operation: Challenge.Operation, updated: String) -> SignedChange {
            let challenge = Challenge(
                nonce: "0", did: did, address: wallets[1].address, operation: operation, purpose: .document,
                ids: ["\(did)#controller-1"], updated: updated, node: "localhost")
            return SignedChange(challenge: challenge, isAgreed: false)
        }
        let now = server.clock.now
        for operation in Challenge.Operation.allCases where operation.changesDocument {
            for (updated, found) in [("then", document), (document.updated, nil)] as [(String, DIDDocument?)]
            where operation != .create || found != nil {
                let error = #expect(throws: MatrixError.self) {
                    try signed(operation, updated: updated).edits(of: found, now: now)
                }
                #expect(error?.code == .staleDID)
            }
        }
        let edits = try signed(.unlink, updated: document.updated).edits(of: document, now: now)
        #expect(edits.first == .unlink(wallets[0].address))
        #expect(edits.last == .touch(updated: document.nextUpdate(now: now)))
        // The challenge of a confirmation changes no document.
        let error = #expect(throws: MatrixError.self) {
            try signed(.deactivate, updated: document.updated).edits(of: document, now: now)
        }
        #expect(error?.code == .staleDID)
    }

    @Test("the time in a document has milliseconds, can be read back, and advances with each change")
    func times() throws {
        let time = Timestamp(milliseconds: 1_700_000_000_123)
        #expect(time.rfc3339 == "2023-11-14T22:13:20.123Z")
        #expect(Timestamp(rfc3339: "yesterday") == nil)
        var random = SeededGenerator(seed: 61)
        for _ in 0..<2_000 {
            let time = Timestamp(milliseconds: Int64(random.below(7_258_118_400_000)))
            #expect(Timestamp(rfc3339: time.rfc3339) == time)
            let document = DIDDocument(
                did: did, created: time.rfc3339, updated: time.rfc3339, controllers: [], keys: [], isBurned: false)
            let now = time + .milliseconds(Int64(random.below(3) - 1))
            #expect(try #require(Timestamp(rfc3339: document.nextUpdate(now: now))) > time)
        }
    }
}
