import HeraldKeys
import TestSupport
import Testing

@Suite("Hostile EOS texts")
struct EOSFuzzTests {
    private static let scalars = Array(
        "EOSPUBVTKRIG15_123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl. -\n\t\u{0}é✓🔑\u{301}"
            .unicodeScalars)
    private static let prefixes = ["", "EOS", "PUB_K1_", "PUB_R1_", "PVT_K1_", "PVT_R1_", "SIG_K1_", "SIG_R1_", "5"]
    private static let rounds = 100_000

    private struct Source {
        var random: SeededGenerator
        let valid: [String]

        /// Noise, noise behind a known prefix, base58 of a fitting length with a checksum that may hold, or a valid text with one to three changes.
        mutating func next(_ round: Int) -> String {
            switch round % 8 {
            case 0: summed()
            case 1: mutated()
            case 2, 3: noise(upTo: 140)
            default: (prefixes.randomElement(using: &random) ?? "") + noise(upTo: 110)
            }
        }

        private mutating func noise(upTo limit: Int) -> String {
            let start = Int.random(in: 0..<Self.pool.count - limit, using: &random)
            return String(
                String.UnicodeScalarView(Self.pool[start..<start + Int.random(in: 0...limit, using: &random)]))
        }

        /// Drawn once: drawing every character of every text would take longer than reading them.
        private static let pool: [Unicode.Scalar] = {
            var random = SeededGenerator(seed: 90)
            return (0..<50_000).compactMap { _ in scalars.randomElement(using: &random) }
        }()

        /// Random bytes under a good checksum: these get through to the checks behind it.
        private mutating func summed() -> String {
            let kinds: [(String, Int, String)] = [
                ("EOS", 33, ""), ("PUB_K1_", 33, "K1"), ("PUB_R1_", 33, "R1"), ("PVT_K1_", 32, "K1"),
                ("PVT_R1_", 32, "R1"),
                ("SIG_K1_", 65, "K1"), ("SIG_R1_", 65, "R1"),
            ]
            let kind = Int.random(in: 0...kinds.count, using: &random)
            guard kind < kinds.count else {
                let bytes = [0x80] + random.bytes(32)
                return Base58.encode(bytes + HeraldSHA256.hash(HeraldSHA256.hash(bytes)).prefix(4))
            }
            let (prefix, count, suffix) = kinds[kind]
            var bytes = random.bytes(
                max(
                    0, count + (Int.random(in: 0..<8, using: &random) == 0 ? Int.random(in: -3...3, using: &random) : 0)
                ))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: if !bytes.isEmpty { bytes[0] = UInt8.random(in: 0...4, using: &random) }
            case 1: if !bytes.isEmpty { bytes[0] = UInt8.random(in: 25...36, using: &random) }
            case 2: for index in bytes.indices.dropFirst() { bytes[index] = Bool.random(using: &random) ? 0xFF : 0 }
            default: break
            }
            return prefix + Base58.encode(bytes + RIPEMD160.hash(bytes + Array(suffix.utf8)).prefix(4))
        }

        private mutating func mutated() -> String {
            var text = Array((valid.randomElement(using: &random) ?? "").unicodeScalars)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let at = Int.random(in: 0...text.count, using: &random)
                guard let scalar = scalars.randomElement(using: &random) else { continue }
                switch Int.random(in: 0..<4, using: &random) {
                case 0: text.insert(scalar, at: at)
                case 1 where at < text.count: text.remove(at: at)
                case 2: text.removeLast(min(text.count, Int.random(in: 0...4, using: &random)))
                default: if at < text.count { text[at] = scalar }
                }
            }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: text)
            return String(view)
        }
    }

    private func source(seed: UInt64) throws -> Source {
        var samples = EOSSamples(seed: seed)
        let key = try samples.key()
        let valid = [
            key.exposedText, key.exposedWIF, try samples.key(.r1).exposedText, key.publicKey?.text,
            key.publicKey?.legacyText, samples.r1Point().text,
            try key.sign("seed").text, "mykeydoctest",
        ]
        return Source(random: samples.random, valid: valid.compactMap { $0 })
    }

    @Test("none of 100,000 texts as private keys traps, and an accepted one prints unchanged")
    func privateKeys() throws {
        var source = try source(seed: 91), accepted = 0
        for round in 0..<Self.rounds {
            let text = source.next(round)
            guard let key = try? EOSPrivateKey(text: text) else { continue }
            accepted += 1
            #expect(text == (text.utf8.first == UInt8(ascii: "P") ? key.exposedText : key.exposedWIF))
        }
        #expect(accepted > 500, "texts must reach the checks behind the checksum")
    }

    @Test("none of 100,000 texts as public keys traps, and an accepted one prints unchanged")
    func publicKeys() throws {
        var source = try source(seed: 92), accepted = 0
        for round in 0..<Self.rounds {
            let text = source.next(round)
            guard let key = try? EOSPublicKey(text: text) else { continue }
            accepted += 1
            #expect(text == (text.utf8.first == UInt8(ascii: "P") ? key.text : key.legacyText))
        }
        #expect(accepted > 300)
    }

    @Test("none of 100,000 texts as signatures traps, and an accepted one prints unchanged and verifies for nobody")
    func signatures() throws {
        var source = try source(seed: 93), accepted = 0
        let digest = HeraldSHA256.hash([1])
        let key = EOSPublicKey(Secp256k1PrivateKey().publicKey)
        for round in 0..<Self.rounds {
            let text = source.next(round)
            guard let signature = try? EOSSignature(text: text) else { continue }
            accepted += 1
            #expect(signature.text == text && signature.refusal(digest: digest, by: key) != nil)
            _ = try? signature.recoverPublicKey(digest: digest)
        }
        #expect(accepted > 500)
    }

    @Test("none of 100,000 texts as account names traps")
    func names() throws {
        var source = try source(seed: 94), accepted = 0
        for round in 0..<Self.rounds {
            let whole = source.next(round)
            let text = round % 2 == 0 ? whole : String(whole.lowercased().prefix(round % 14))
            guard let name = try? EOSName(text) else { continue }
            accepted += 1
            #expect(name.text == text)
        }
        #expect(accepted > 100)
    }
}
