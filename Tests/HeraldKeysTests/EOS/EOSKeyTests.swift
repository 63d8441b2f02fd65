import Crypto
import Foundation
import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@Suite("EOS keys")
struct EOSKeyTests {
    @Test("SHA-256 of nothing as a private key gives the sheet's texts")
    func fixedPoint() throws {
        let key = try EOSPrivateKey(curve: .k1, bytes: HeraldSHA256.hash([]))
        #expect(key.exposedWIF == "5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss")
        #expect(key.publicKey?.legacyText == "EOS859gxfnXyUriMgUeThh1fWv3oqcpLFyHa3TfFYC4PK2HqhToVM")
    }

    @Test("each text of the vectors is read as the same bytes and prints unchanged")
    func vectors() throws {
        let vectors = try EOSVectors.all(kind: "key")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let key = try EOSPrivateKey(text: vector.string("pvt"))
            #expect(try key.curve.rawValue == vector.string("curve"))
            #expect(try Hex.encode(key.exposedBytes) == vector.string("private_hex"))
            #expect(try key.exposedText == vector.string("pvt"))
            #expect(try key.exposedWIF == vector.optionalString("wif"))
            let point = try EOSPublicKey(text: vector.string("pub"))
            #expect(try point.curve == key.curve && Hex.encode(point.bytes) == vector.string("public_hex"))
            #expect(try point.text == vector.string("pub") && "\(point)" == point.text)
            #expect(try point.legacyText == vector.optionalString("pub_legacy"))
            guard key.curve == .k1 else { continue }
            #expect(key.publicKey == point)
            #expect(try EOSPrivateKey(text: vector.string("wif")) == key)
            #expect(try EOSPublicKey(text: vector.string("pub_legacy")) == point)
        }
    }

    @Test("500 random keys of each curve are read back from every printed form")
    func roundTrip() throws {
        var samples = EOSSamples(seed: 61)
        for _ in 0..<500 {
            let key = try samples.key()
            let point = try #require(key.publicKey)
            for text in [key.exposedText, key.exposedWIF] {
                let text = try #require(text)
                #expect(try EOSPrivateKey(text: text) == key)
            }
            for text in [point.text, point.legacyText] {
                let text = try #require(text)
                #expect(try EOSPublicKey(text: text) == point)
            }
            let other = try samples.key(.r1)
            #expect(try EOSPrivateKey(text: other.exposedText) == other)
            let otherPoint = samples.r1Point()
            #expect(try EOSPublicKey(text: otherPoint.text) == otherPoint)
        }
    }

    @Test("WIF has 51 characters and starts with 5")
    func wifShape() throws {
        for bytes in [[UInt8](repeating: 0, count: 31) + [1], [UInt8](repeating: 0x7F, count: 32)] {
            let text = try #require(try EOSPrivateKey(curve: .k1, bytes: bytes).exposedWIF)
            #expect(text.count == 51 && text.hasPrefix("5"))
        }
    }

    @Test("keys of HeraldKeys and of EOS convert into each other")
    func conversion() throws {
        let key = Secp256k1PrivateKey()
        let ours = EOSPrivateKey(key)
        #expect(ours.exposedBytes == key.exposedBytes && ours.curve == .k1)
        #expect(ours.publicKey == EOSPublicKey(key.publicKey))
        #expect(ours.publicKey?.secp256k1 == key.publicKey)
    }

    @Test("a private key does not print, dump or mirror its bytes")
    func redaction() throws {
        for curve in EOSCurve.allCases {
            let key = try EOSPrivateKey(curve: curve, bytes: [UInt8](repeating: 0x46, count: 32))
            var dumped = ""
            dump(key, to: &dumped)
            for text in ["\(key)", String(reflecting: key), dumped, "\([key])", "\(Optional(key) as Any)"] {
                #expect(
                    text.contains("redacted") && !text.contains("4646") && !text.contains("70")
                        && !text.contains(key.exposedText))
            }
        }
    }

    @Test("an error about a private key shows nothing of it")
    func errorsAreSilent() throws {
        let text = try EOSPrivateKey(curve: .k1, bytes: [UInt8](repeating: 0x46, count: 32)).exposedText
        do {
            _ = try EOSPrivateKey(text: text + "2")
            Issue.record("accepted")
        } catch {
            #expect(error.field == "privateKey")
            #expect(!"\(error)".contains(text.dropFirst(7).prefix(6)) && !"\(error)".contains("4646"))
        }
    }

    @Test(
        "0, the order of the curve and more are not private keys",
        arguments: [
            (
                EOSCurve.k1, "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
                "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"
            ),
            (
                EOSCurve.r1, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
                "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"
            ),
        ])
    func rangeOfPrivateKeys(curve: EOSCurve, order: String, last: String) throws {
        for refused in [String(repeating: "0", count: 64), order, String(repeating: "f", count: 64)] {
            #expect { try EOSPrivateKey(curve: curve, bytes: Hex.decode(refused)) } throws: {
                ($0 as? KeysError)?.code == .range
            }
        }
        #expect(try EOSPrivateKey(curve: curve, bytes: Hex.decode(last)).exposedBytes == Hex.decode(last))
        for count in [0, 31, 33] {
            #expect { try EOSPrivateKey(curve: curve, bytes: [UInt8](repeating: 1, count: count)) } throws: {
                ($0 as? KeysError)?.code == .length
            }
        }
    }

    @Test("3,000 numbers are an x of P-256 exactly if swift-crypto says so")
    func pointsOfP256() {
        var random = SeededGenerator(seed: 62)
        let prime: [UInt8] =
            [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 12)
            + [UInt8](repeating: 0xFF, count: 12)
        var accepted = 0
        for round in 0..<3_000 {
            var x = random.bytes(32)
            switch round % 6 {
            case 0: x = [UInt8](repeating: 0, count: 30) + x.suffix(2)
            case 1: x = prime.dropLast() + x.suffix(1)
            case 2: x = [UInt8](repeating: 0xFF, count: 4) + [UInt8](repeating: 0, count: 4) + x.suffix(24)
            default: break
            }
            let bytes = [UInt8.random(in: 2...3, using: &random)] + x
            let ours = (try? EOSPublicKey(curve: .r1, bytes: bytes)) != nil
            let theirs = (try? P256.Signing.PublicKey(compressedRepresentation: bytes)) != nil
            #expect(ours == theirs, "\(Hex.encode(bytes))")
            accepted += ours ? 1 : 0
        }
        #expect((1_000...2_000).contains(accepted))
    }

    @Test(
        "other lengths, other first bytes and numbers off the curve are refused as public keys",
        arguments: EOSCurve.allCases)
    func publicKeyBytes(curve: EOSCurve) {
        for (bytes, code) in [
            ([], KeysError.Code.length), ([UInt8](repeating: 2, count: 32), .length),
            ([4] + [UInt8](repeating: 1, count: 64), .length),
            ([4] + [UInt8](repeating: 1, count: 32), .prefix), ([0] + [UInt8](repeating: 1, count: 32), .prefix),
            ([2] + [UInt8](repeating: 0xFF, count: 32), .point),
        ] {
            #expect { try EOSPublicKey(curve: curve, bytes: bytes) } throws: { ($0 as? KeysError)?.code == code }
        }
    }
}
