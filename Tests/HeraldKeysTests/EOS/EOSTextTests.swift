import HeraldJSON
import HeraldKeys
import Testing

@Suite("EOS texts")
struct EOSTextTests {
    private enum Role: String, CaseIterable {
        case `private`, `public`, signature

        func reads(_ text: String) -> KeysError? {
            do {
                switch self {
                case .private: _ = try EOSPrivateKey(text: text)
                case .public: _ = try EOSPublicKey(text: text)
                case .signature: _ = try EOSSignature(text: text)
                }
                return nil
            } catch {
                return error
            }
        }
    }

    /// Every text form of one key of each curve and of its signature.
    private static func texts(_ samples: inout EOSSamples) throws -> [(Role, String)] {
        let key = try samples.key()
        let signature = try key.sign("what is signed")
        let foreign = try EOSSignature(curve: .r1, bytes: signature.bytes)
        return [
            (.private, key.exposedText), (.private, key.exposedWIF ?? ""), (.private, try samples.key(.r1).exposedText),
            (.public, key.publicKey?.text ?? ""), (.public, key.publicKey?.legacyText ?? ""),
            (.public, samples.r1Point().text),
            (.signature, signature.text), (.signature, foreign.text),
        ]
    }

    @Test("every text of the vectors that must be refused is refused")
    func refusedVectors() throws {
        let vectors = try EOSVectors.all(kind: "reject_text")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let role = try #require(Role(rawValue: vector.string("role")))
            let id = try vector.string("id")
            #expect(try role.reads(vector.string("text")) != nil, "\(id)")
        }
    }

    @Test("a changed character at any place of any form is refused")
    func oneChangedCharacter() throws {
        var samples = EOSSamples(seed: 63)
        for _ in 0..<10 {
            for (role, text) in try Self.texts(&samples) {
                #expect(role.reads(text) == nil)
                for place in 0..<text.count {
                    let changed = samples.changed(text, at: place)
                    #expect(role.reads(changed) != nil, "\(role) \(place)")
                }
            }
        }
    }

    @Test("a character less or more, swapped neighbours, another letter case and surrounding text are refused")
    func otherChanges() throws {
        var samples = EOSSamples(seed: 64)
        for (role, text) in try Self.texts(&samples) {
            var changes = [
                String(text.dropLast()), String(text.dropFirst()), text + "1", "1" + text, text + " ", " " + text,
                text + "\n", text + "\0",
                text.lowercased(), text.uppercased(), text + text, text.replacingFirst("_", "-"), text + "\u{301}",
            ].filter { $0 != text }
            for place in 1..<text.count {
                var characters = Array(text)
                characters.swapAt(place - 1, place)
                if String(characters) != text { changes.append(String(characters)) }
            }
            for changed in changes { #expect(role.reads(changed) != nil, "\(role) \(changed.count)") }
        }
    }

    @Test("a text of one role or curve is refused as another role or curve")
    func roles() throws {
        var samples = EOSSamples(seed: 65)
        for (role, text) in try Self.texts(&samples) {
            for other in Role.allCases where other != role { #expect(other.reads(text) != nil) }
            let exchanged =
                text.contains("_K1_") ? text.replacingFirst("_K1_", "_R1_") : text.replacingFirst("_R1_", "_K1_")
            if exchanged != text { #expect(role.reads(exchanged)?.code == .checksum) }
        }
    }

    @Test("each kind of wrong text has its own code")
    func codes() throws {
        func wif(_ bytes: [UInt8]) -> String {
            Base58.encode(bytes + HeraldSHA256.hash(HeraldSHA256.hash(bytes)).prefix(4))
        }
        func text(_ prefix: String, _ bytes: [UInt8], _ suffix: String) -> String {
            prefix + Base58.encode(bytes + RIPEMD160.hash(bytes + Array(suffix.utf8)).prefix(4))
        }
        let key = [UInt8](repeating: 0x46, count: 32)
        let point = try Secp256k1PrivateKey(bytes: key).publicKey.compressed
        let cases: [(Role, String, KeysError.Code)] = [
            (.private, wif([0x81] + key), .prefix), (.private, wif([0x80] + key + [1]), .length),
            (.private, wif([0x80] + key.dropLast()), .length),
            (.private, wif([0x80] + [UInt8](repeating: 0, count: 32)), .range),
            (.private, wif([0x80] + [UInt8](repeating: 0xFF, count: 32)), .range),
            (.private, "", .length), (.private, "0", .character),
            (.private, String(repeating: "1", count: 129), .tooLong),
            (.private, text("PVT_K1_", key, ""), .checksum), (.private, text("PVT_K1_", key, "R1"), .checksum),
            (.private, text("PVT_K1_", key + [1], "K1"), .length),
            (.private, "PVT_WA_" + Base58.encode(key), .character),
            (.private, text("PVT_R1_", [UInt8](repeating: 0xFF, count: 32), "R1"), .range),
            (.public, "", .prefix), (.public, "eos", .prefix), (.public, "EOS", .length),
            (.public, text("PUB_WA_", point, "WA"), .prefix),
            (.public, text("EOS", point, "K1"), .checksum), (.public, text("PUB_K1_", point, ""), .checksum),
            (.public, text("EOS", [2] + [UInt8](repeating: 0xFF, count: 32), ""), .point),
            (.public, text("EOS", [4] + point.dropFirst(), ""), .prefix),
            (.public, text("PUB_K1_", point.dropLast(), "K1"), .length),
            (.public, text("EOS", point + [0], ""), .length),
            (.signature, "", .prefix), (.signature, text("SIG_K1_", [UInt8](repeating: 31, count: 64), "K1"), .length),
            (.signature, text("SIG_K1_", [UInt8](repeating: 31, count: 66), "K1"), .length),
            (.signature, text("SIG_K1_", [UInt8](repeating: 31, count: 65), "R1"), .checksum),
            (.signature, "SIG_K1_" + String(repeating: "z", count: 100_000), .tooLong),
        ]
        for (role, text, code) in cases {
            let error = role.reads(text)
            #expect(error?.code == code, "\(role) \(text.prefix(20))")
            #expect(error?.field == (role == .signature ? "signature" : "\(role.rawValue)Key"))
        }
    }
}

extension String {
    fileprivate func replacingFirst(_ part: String, _ other: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        return replacingCharacters(in: range, by: other)
    }

    private func replacingCharacters(in range: Range<String.Index>, by other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
