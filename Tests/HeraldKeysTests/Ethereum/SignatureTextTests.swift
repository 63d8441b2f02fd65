import HeraldKeys
import TestSupport
import Testing

@Suite("Signature texts")
struct SignatureTextTests {
    static let order: [UInt8] =
        (try? Hex.decode("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")) ?? []
    let key: Secp256k1PrivateKey
    let signature: RecoverableSignature
    let digest = Keccak256.hash(Array("text forms".utf8))

    init() throws {
        key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0x46, count: 32))
        signature = try key.sign(digest: digest)
    }

    private func highS() throws -> RecoverableSignature {
        var borrow = 0
        var high = [UInt8](repeating: 0, count: 32)
        for index in (0..<32).reversed() {
            let difference = Int(Self.order[index]) - Int(signature.s[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            high[index] = UInt8(truncatingIfNeeded: difference)
        }
        return try RecoverableSignature(r: signature.r, s: high, recoveryID: signature.recoveryID ^ 1)
    }

    @Test("every text form that is written is read back under the SDN rules")
    func forms() throws {
        var random = SeededGenerator(seed: 3)
        let forms = try [
            RecoverableSignature.VForm.zero, .twentySeven, .eip155(chainID: 0), .eip155(chainID: 1),
            .eip155(chainID: 109),
        ]
        for _ in 0..<30 {
            let signature = try Secp256k1PrivateKey(using: &random).sign(digest: random.bytes(32))
            for form in forms {
                for prefix in [true, false] {
                    for uppercase in [true, false] {
                        let text = signature.text(prefix: prefix, uppercase: uppercase, v: form)
                        #expect(text.utf8.count == (prefix ? 132 : 130))
                        #expect(try RecoverableSignature(text: text, rules: .sdn) == signature)
                        #expect(try RecoverableSignature(text: " \n\(text)\t", rules: .sdn) == signature)
                    }
                }
            }
        }
    }

    @Test("a chain whose v needs a second byte has no 65-byte text")
    func largeChain() {
        for chain in [110, 137, 42161, UInt64.max] {
            #expect { try RecoverableSignature.VForm.eip155(chainID: chain) } throws: {
                ($0 as? KeysError)?.code == .range
            }
        }
    }

    @Test("the SDN rules accept v of 0, 1, 27, 28 and from 35, and the strict rules only the first four")
    func recoveryBytes() throws {
        for v in UInt8.min ... .max {
            let bytes = signature.r + signature.s + [v]
            let parity: UInt8? = v < 2 ? v : v == 27 || v == 28 ? v - 27 : v >= 35 ? (v - 35) & 1 : nil
            #expect((try? RecoverableSignature(bytes: bytes, rules: .sdn))?.recoveryID == parity)
            #expect((try? RecoverableSignature(bytes: bytes, rules: .strict))?.recoveryID == (v < 35 ? parity : nil))
        }
    }

    @Test("the strict rules require exactly 0x at the beginning and no surrounding text")
    func strictText() throws {
        let text = signature.text()
        #expect(try RecoverableSignature(text: text, rules: .strict) == signature)
        #expect(try RecoverableSignature(text: signature.text(uppercase: true), rules: .strict) == signature)
        for refused in [signature.text(prefix: false), " " + text, text + "\n", "0X" + text.dropFirst(2)] {
            #expect(throws: KeysError.self) { try RecoverableSignature(text: refused, rules: .strict) }
        }
    }

    @Test("64 and 66 bytes, an odd digit and other characters are refused by both rules")
    func malformed() {
        let text = signature.text()
        let refused: [String] = [
            "", "0x", "\(text.dropLast(2))", "\(text)00", "\(text.dropLast())", "\(text.dropLast())g", "0x\(text)",
            String(repeating: " ", count: 132), "\(text.dropLast(2))é",
        ]
        for text in refused {
            for rules in [SignatureTextRules.sdn, .strict] {
                #expect { try RecoverableSignature(text: text, rules: rules) } throws: {
                    ($0 as? KeysError)?.field == "signature"
                }
            }
        }
    }

    @Test("r and s must be above 0 and below the order, under both rules")
    func scalarRange() throws {
        let zero = [UInt8](repeating: 0, count: 32), top = [UInt8](repeating: 255, count: 32)
        for rules in [SignatureTextRules.sdn, .strict] {
            for scalar in [zero, Self.order, top] {
                #expect { try RecoverableSignature(bytes: scalar + signature.s + [27], rules: rules) } throws: {
                    ($0 as? KeysError)?.code == .range && ($0 as? KeysError)?.field == "signature.r"
                }
                #expect { try RecoverableSignature(bytes: signature.r + scalar + [27], rules: rules) } throws: {
                    ($0 as? KeysError)?.code == .range && ($0 as? KeysError)?.field == "signature.s"
                }
            }
        }
        #expect(throws: KeysError.self) { try RecoverableSignature(r: signature.r, s: signature.s, recoveryID: 4) }
        #expect(throws: KeysError.self) { try RecoverableSignature(r: [1], s: signature.s, recoveryID: 0) }
    }

    @Test(
        "a high s passes the SDN rules with the same signer and is normalised to a low one, and the strict rules refuse it"
    )
    func highSForm() throws {
        let high = try highS()
        #expect(!high.isLowS && signature.isLowS)
        let read = try RecoverableSignature(text: high.text(), rules: .sdn)
        #expect(read == high)
        #expect(read.normalized == signature)
        #expect(try read.recoverPublicKey(digest: digest) == key.publicKey)
        #expect(key.publicKey.verify(read, digest: digest))
        #expect { try RecoverableSignature(text: high.text(), rules: .strict) } throws: {
            ($0 as? KeysError)?.code == .range
        }
    }

    @Test("half the order is the largest low s")
    func lowSBoundary() throws {
        let half = try Hex.decode("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0")
        var above = half
        above[31] += 1
        #expect(try RecoverableSignature(r: signature.r, s: half, recoveryID: 0).isLowS)
        let high = try RecoverableSignature(r: signature.r, s: above, recoveryID: 0)
        #expect(!high.isLowS)
        #expect(high.normalized.s == half)
        #expect(high.normalized.recoveryID == 1)
    }

    @Test("an r that is not a point's x cannot be recovered")
    func unrecoverable() throws {
        // 5 is not the x of any point: 5^3 + 7 is no square modulo the field prime.
        let five = [UInt8](repeating: 0, count: 31) + [5]
        let forged = try RecoverableSignature(r: five, s: signature.s, recoveryID: 0)
        #expect { try forged.recoverPublicKey(digest: digest) } throws: { ($0 as? KeysError)?.code == .unrecoverable }
        for id in UInt8(2)...3 {
            // r + n is at least the field prime for nearly every r, so these ids name no point.
            let odd = try RecoverableSignature(r: signature.r, s: signature.s, recoveryID: id)
            #expect { try odd.recoverPublicKey(digest: digest) } throws: { ($0 as? KeysError)?.code == .unrecoverable }
        }
    }

    @Test("a signature does not print itself")
    func redaction() {
        var dumped = ""
        dump(signature, to: &dumped)
        let start = signature.text(prefix: false).prefix(8)
        for text in ["\(signature)", String(reflecting: signature), dumped] {
            #expect(!text.lowercased().contains(start) && !text.contains("\(signature.r[0]), \(signature.r[1])"))
        }
    }
}
