import HeraldKeys
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@Suite("Texts to sign (SDN sheet 1.5)")
struct ChallengeTests {
    @Test("a challenge that a store made of its stored values is the same challenge", arguments: 0..<64)
    func restored(seed: Int) throws {
        let challenge = try Self.random(UInt64(seed))
        let restored = Challenge(
            nonce: challenge.nonce, did: challenge.did, address: challenge.address, operation: challenge.operation,
            purpose: challenge.purpose, ids: challenge.ids, updated: challenge.updated, message: challenge.message)
        #expect(restored == challenge)
        #expect(Challenge.Operation(rawValue: challenge.operation.rawValue) == challenge.operation)
        #expect(Challenge.Purpose(rawValue: challenge.purpose.rawValue) == challenge.purpose)
    }

    @Test("the text names the operation, the DID, the server and the nonce, and never looks like hexadecimal")
    func text() throws {
        for seed in 0..<200 as Range<UInt64> {
            let challenge = try Self.random(seed)
            let lines = challenge.message.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(!challenge.message.hasPrefix("0x"))
            #expect(challenge.message.contains(challenge.operation.words))
            #expect(lines.contains { $0.hasSuffix(": \(challenge.did.text)") })
            #expect(lines.filter { $0.lowercased() == "nonce: \(challenge.nonce)" }.count == 1)
            #expect(lines.first?.hasPrefix("localhost") == true || lines.contains("domain: localhost"))
            #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
        }
    }

    @Test("a text of EIP-4361 may be signed only by the wallet that it names")
    func named() throws {
        let wallet = try TestWallet(1)
        let challenge = Challenge(
            nonce: "0", did: wallet.did, address: nil, operation: .linkKey, updated: "", node: "localhost",
            format: .eip4361(uri: "https://localhost/", issued: ""), shown: wallet.address)
        #expect(challenge.address == wallet.address)
    }

    private static func random(_ seed: UInt64) throws -> Challenge {
        var random = SeededGenerator(seed: seed)
        let wallet = try TestWallet(UInt8(1 + random.below(200)))
        let purpose = random.pick(Challenge.Purpose.allCases)
        let format: Challenge.Format =
            purpose == .login && random.chance(oneIn: 2)
            ? .eip4361(uri: "https://localhost/", issued: "2023-11-14T22:13:20.123Z") : .sdn
        return Challenge(
            nonce: Hex.encode(random.bytes(16)), did: wallet.did,
            address: random.chance(oneIn: 3) ? nil : wallet.address,
            operation: random.pick(Challenge.Operation.allCases), purpose: purpose,
            ids: (0..<random.below(3)).map { "\(wallet.did)#key-\($0)" },
            subject: random.chance(oneIn: 3) ? "devices: PHONE" : nil, updated: "2023-11-14T22:13:20.123Z",
            node: "localhost", format: format, shown: wallet.address)
    }
}
