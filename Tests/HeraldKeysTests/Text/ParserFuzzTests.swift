import HeraldKeys
import TestSupport
import Testing

@Suite("Hostile texts")
struct ParserFuzzTests {
    private static let alphabet = Array("0123456789abcdefABCDEFxXzmufgGO lI1=+/-_\n\t\u{0}é✓🔑".unicodeScalars)

    private func randomText(_ random: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...140, using: &random) {
            if let scalar = Self.alphabet.randomElement(using: &random) { text.append(scalar) }
        }
        return String(text)
    }

    private func mutated(_ text: String, _ random: inout SeededGenerator) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let at = Int.random(in: 0...scalars.count, using: &random)
            guard let scalar = Self.alphabet.randomElement(using: &random) else { continue }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: scalars.insert(scalar, at: at)
            case 1 where at < scalars.count: scalars.remove(at: at)
            case 2: scalars.removeLast(min(scalars.count, Int.random(in: 0...4, using: &random)))
            default: if at < scalars.count { scalars[at] = scalar }
            }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    @Test("none of 20,000 random and mutated texts traps a parser, and an accepted one is read back unchanged")
    func everyParser() throws {
        var random = SeededGenerator(seed: 31)
        let key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0x46, count: 32))
        let signature = try PersonalMessage.sign("seed", with: key)
        let seeds =
            [
                AddressTests.canonical, key.publicKey.ethereumAddress.lowercaseHex, signature.text(),
                signature.text(prefix: false, uppercase: true, v: .zero),
                String(repeating: "46", count: 32),
            ] + Multibase.Base.allCases.map { Multibase.encode(key.publicKey.compressed, as: $0) }
        var accepted = 0
        for round in 0..<20_000 {
            let text = round % 3 == 0 ? randomText(&random) : mutated(seeds[round % seeds.count], &random)
            if let address = try? EthereumAddress(text) {
                accepted += 1
                #expect(try EthereumAddress(address.checksummed) == address)
            }
            if let address = try? EthereumAddress(text, checksum: .ignored) {
                accepted += 1
                #expect(try EthereumAddress(address.checksummed) == address)
            }
            for rules in [SignatureTextRules.sdn, .strict] {
                guard let read = try? RecoverableSignature(text: text, rules: rules) else { continue }
                accepted += 1
                #expect(try RecoverableSignature(text: read.text(), rules: rules) == read)
                _ = try? PersonalMessage.recoverAddress("seed", signature: read)
            }
            if let read = try? Multibase.decode(text) {
                accepted += 1
                #expect(try Multibase.decode(Multibase.encode(read.bytes, as: read.base)).bytes == read.bytes)
            }
            if let bytes = try? Hex.decode(text) { #expect(try Hex.decode(Hex.encode(bytes)) == bytes) }
            if let bytes = try? Base58.decode(text) { #expect(try Base58.decode(Base58.encode(bytes)) == bytes) }
            if let bytes = try? Base64.decode(text) { #expect(try Base64.decode(Base64.encode(bytes)) == bytes) }
            if let bytes = try? Base64URL.decode(text) {
                #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
            }
            if let key = try? Secp256k1PrivateKey(hex: text) {
                #expect(try Secp256k1PrivateKey(bytes: key.exposedBytes) == key)
            }
            if let key = try? Secp256k1PublicKey(bytes: Array(text.utf8)) {
                #expect(try Secp256k1PublicKey(bytes: key.compressed) == key)
            }
        }
        #expect(accepted > 1_000, "the seeds must stay close enough to valid texts to reach deep")
    }

    @Test("random bytes of every length are read or refused as public keys, keys, addresses and signatures")
    func randomBytes() {
        var random = SeededGenerator(seed: 32)
        for round in 0..<2_000 {
            var bytes = random.bytes(round % 70)
            if !bytes.isEmpty { bytes[0] &= 7 }
            if let key = try? Secp256k1PublicKey(bytes: bytes) {
                #expect((try? Secp256k1PublicKey(bytes: key.uncompressed)) == key)
            }
            _ = try? Secp256k1PrivateKey(bytes: bytes)
            _ = try? EthereumAddress(bytes: bytes)
            if let signature = try? RecoverableSignature(bytes: bytes, rules: .sdn) {
                _ = try? signature.recoverPublicKey(digest: Array(bytes.prefix(32)))
            }
        }
    }
}
