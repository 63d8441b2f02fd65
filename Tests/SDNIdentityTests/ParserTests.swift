import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@Suite("Bodies of strangers (SDN sheet 1.3, 1.4 and 1.8)")
struct ParserTests {
    private let wallet: TestWallet
    private let signature: String

    init() throws {
        wallet = try TestWallet(31)
        signature = try wallet.sign("hello")
    }

    /// Returns the value that a parser reads; `nil` if it refuses with an error that names a member.
    private func value<Value>(_ read: () throws -> Value) throws -> Value? {
        do {
            return try read()
        } catch let error as WireError {
            #expect(!error.field.isEmpty && !error.reason.isEmpty)
        } catch let error as JSONError {
            #expect("\(error)".isEmpty == false)
        } catch let error as MatrixError {
            #expect(error.code == .unknown)
        }
        return nil
    }

    @Test(
        "of 5,000 random changes, each one is refused with the name of a member, or has all that its operation needs")
    func changes() throws {
        let address = wallet.address.checksummed
        var bodies = RandomBodies(
            seed: 41,
            [
                "operation": ["create", "link", "unlink", "link_key", "unlink_key", "burn", "deactivate", "unlin_key"],
                "address": [.string(address), .string("did:pkh:eip155:1:" + address), "", .null],
                "ids": [[], ["key"], ["a", "b"], .string("key"), .array((0...20).map { .string("id\($0)") })],
                "public_key": ["key", "", "two words"],
            ])
        var accepted = 0
        for _ in 0..<5_000 {
            let body = bodies.next()
            let did = bodies.random.chance(oneIn: 10) ? bodies.text() : wallet.did.text
            guard let change = try value({ try DIDChange(DIDOperationRequest(did: did, body: body)) }) else { continue }
            accepted += 1
            #expect(change.did == wallet.did && change.operation.changesDocument)
            #expect(change.ids.count <= 20 && Set(change.ids).count == change.ids.count)
            #expect(change.ids.allSatisfy { id in id.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
            switch change.operation {
            case .link: #expect(change.address != nil)
            case .linkKey: #expect(change.ids.count == 1)
            case .unlink, .unlinkKey: #expect(!change.ids.isEmpty)
            default: break
            }
        }
        #expect((150..<4_850).contains(accepted))
    }

    @Test(
        "of 5,000 random logins, each one is refused with the name of a member, or names its challenge and has a signature"
    )
    func logins() throws {
        let address = wallet.address.checksummed
        var identifiers = RandomBodies(
            seed: 42,
            [
                "did": [.string(wallet.did.text), "", .null],
                "address": [
                    .string(address), .string(wallet.did.text), "did:sdn:\(String(repeating: "0", count: 40))",
                ],
                "message": ["hello", ""], "token": [.string(signature), .string(String(signature.dropFirst(2)))],
                "app_token": [.string(signature), "", .null],
            ])
        var outer = RandomBodies(
            seed: 43,
            [
                "type": ["m.login.did.identity", " m.login.did.identity"], "random_server": ["0123456789abcdef", ""],
                "updated": ["2023-11-14T22:13:20.123Z"], "device_id": ["PHONE", "", .null, "a\u{7}"],
                "initial_device_display_name": ["Phone", "", "a\u{0}b"], "refresh_token": [true, "yes"],
            ])
        var accepted = 0
        for _ in 0..<5_000 {
            var body = outer.next()
            if !outer.random.chance(oneIn: 20) { body["identifier"] = .object(identifiers.next()) }
            let parts = RequestParts(body: .object(body))
            guard let proof = try value({ try LoginProof(DIDLoginRequest(parts: parts)) }) else { continue }
            accepted += 1
            #expect(proof.nonce != nil || proof.did != nil)
            #expect(!proof.updated.isEmpty)
            #expect(proof.deviceID.map { (1...255).contains($0.utf8.count) && !$0.contains("\u{7}") } ?? true)
            #expect(proof.deviceDisplayName.map { (1...512).contains($0.utf8.count) && !$0.contains("\u{0}") } ?? true)
        }
        #expect((150..<4_850).contains(accepted))
    }

    @Test("of 3,000 random requests for a challenge, each one is answered or refused with the name of a member")
    func challenges() async throws {
        let server = TestServer(), login = server.instance()
        var bodies = RandomBodies(seed: 44, [:]), answered = 0
        for _ in 0..<3_000 {
            let isGood = bodies.random.chance(oneIn: 3)
            let did = bodies.random.chance(oneIn: 2) ? bodies.text() : nil
            let request = PreLoginRequest(
                did: did, address: isGood ? wallet.address.lowercaseHex : bodies.text(),
                messageFormat: bodies.random.chance(oneIn: 3) ? bodies.text() : nil)
            do {
                let challenge = try await login.challenge(request, remote: "192.0.2.1")
                #expect(isGood && did == nil && challenge.did == wallet.did.text)
                answered += 1
            } catch let error as WireError {
                #expect(["did", "address", "message_format"].contains(error.field))
            }
        }
        #expect((100..<1_000).contains(answered))
    }
}
