import HeraldKeys
import TestSupport
import Testing

@Suite("Multibase")
struct MultibaseTests {
    @Test("encoded bytes are decoded unchanged, and the base is named", arguments: Multibase.Base.allCases)
    func roundTrip(base: Multibase.Base) throws {
        var random = SeededGenerator(seed: 21)
        for count in 1...130 {
            var bytes = random.bytes(count)
            for index in 0..<min(count, Int.random(in: 0...4, using: &random)) { bytes[index] = 0 }
            let text = Multibase.encode(bytes, as: base)
            let decoded = try Multibase.decode(text)
            #expect(decoded.base == base && decoded.bytes == bytes)
            #expect(text.hasPrefix(base.rawValue) && !text.hasSuffix("="))
        }
    }

    @Test(
        "known texts are decoded",
        arguments: [
            // The examples of the multibase registry's own test folder and of RFC 4648 section 10.
            ("f68656c6c6f", "hello"), ("F68656C6C6F", "hello"), ("zCn8eVZg", "hello"), ("maGVsbG8", "hello"),
            ("uaGVsbG8", "hello"),
            ("zStV1DL6CwTryKyV", "hello world"), ("z2NEpo7TZRRrLZSi2U", "Hello World!"), ("mZm9vYmE", "fooba"),
        ])
    func knownTexts(text: String, expected: String) throws {
        let (base, bytes) = try Multibase.decode(text)
        #expect(bytes == Array(expected.utf8))
        #expect(Multibase.encode(bytes, as: base) == text)
    }

    @Test("leading zero bytes are leading ones in base58, and no other digits are")
    func base58Zeros() throws {
        #expect(try Multibase.decode("z11").bytes == [0, 0])
        #expect(Multibase.encode([0, 0], as: .base58btc) == "z11")
        #expect(Multibase.encode([0, 0, 57], as: .base58btc) == "z11z")
        #expect(Multibase.encode([0, 58, 0], as: .base58btc).hasPrefix("z1"))
    }

    @Test("correct padding is accepted, and hexadecimal in either case")
    func tolerated() throws {
        #expect(try Multibase.decode("maGVsbG8=").bytes == Array("hello".utf8))
        #expect(try Multibase.decode("uaGVsbA==").bytes == Array("hell".utf8))
        #expect(try Multibase.decode("fABcd").bytes == [0xAB, 0xCD])
        #expect(try Multibase.decode("m-_".replacing("-", with: "+").replacing("_", with: "w")).bytes == [0xFB])
        #expect(try Multibase.decode("u-_8").bytes == [0xFB, 0xFF])
        #expect(try Multibase.decode("m+/8").bytes == [0xFB, 0xFF])
    }

    @Test(
        "malformed texts are refused with the right code",
        arguments: [
            ("", KeysError.Code.length), ("z", .length), ("m", .length), ("bme", .prefix), ("Zabc", .prefix),
            ("éé", .prefix), (" f00", .prefix),
            ("f0", .length), ("fgg", .character), ("f é", .character), ("z0", .character), ("zO", .character),
            ("zl", .character), ("zI", .character),
            ("mA", .length), ("mAAAAA", .length), ("mAA-_", .character), ("uAA+/", .character), ("mAA=", .padding),
            ("mAA===", .padding),
            ("mAAA==", .padding), ("m=", .padding), ("mA=AA", .character), ("mAAAA=", .padding), ("mAB", .padding),
            ("mAAB", .padding), ("mAA\n=", .character),
        ])
    func refusals(text: String, code: KeysError.Code) {
        #expect { try Multibase.decode(text) } throws: {
            ($0 as? KeysError)?.code == code && ($0 as? KeysError)?.field == "multibase"
        }
    }

    @Test("base58 over the limit is refused before any work, and the limit can be set")
    func base58Limit() throws {
        let long = String(repeating: "z", count: Base58.defaultLimit + 1)
        #expect { try Base58.decode(long) } throws: { ($0 as? KeysError)?.code == .tooLong }
        #expect { try Multibase.decode("z" + long) } throws: { ($0 as? KeysError)?.code == .tooLong }
        #expect { try Multibase.decode("zabcde", base58Limit: 4) } throws: { ($0 as? KeysError)?.code == .tooLong }
        #expect(try Base58.decode("", limit: 0) == [])
        #expect(Base58.encode([]) == "")
    }

    @Test(
        "long base58 is decoded correctly, and 100 KiB are within the limit",
        arguments: [11, 99, 1_000, 1_009, 6_000])
    func longBase58(count: Int) throws {
        #expect(Base58.defaultLimit >= 102_400 * 137 / 100)
        var random = SeededGenerator(seed: UInt64(count))
        let digits = (0..<count).map { UInt64($0 == 0 ? 1 : Int.random(in: 0..<58, using: &random)) }
        let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
        let bytes = try Base58.decode(String(digits.map { alphabet[Int($0)] }))
        #expect(Base58.encode(bytes) == String(digits.map { alphabet[Int($0)] }))
        // Modulo 2^64, which the last eight bytes are, and modulo 255, which the sum of all bytes is.
        #expect(
            bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == digits.reduce(UInt64(0)) { $0 &* 58 &+ $1 })
        #expect(bytes.reduce(UInt64(0)) { $0 + UInt64($1) } % 255 == digits.reduce(UInt64(0)) { ($0 * 58 + $1) % 255 })
    }

    @Test("base58 of any length equals division by 58, digit by digit")
    func slowBase58() {
        let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
        var random = SeededGenerator(seed: 58)
        for count in 1...90 {
            var number = random.bytes(count)
            // Small numbers behind zeros, and numbers of ones, are where a carry would be lost.
            if count % 3 == 0 { number = [UInt8](repeating: 0, count: count - 1) + [number[0]] }
            if count % 5 == 0 { number = [UInt8](repeating: 255, count: count) }
            let bytes = number
            var text = ""
            while number.contains(where: { $0 != 0 }) {
                var remainder = 0
                for index in number.indices {
                    let value = remainder << 8 | Int(number[index])
                    number[index] = UInt8(value / 58)
                    remainder = value % 58
                }
                text = String(alphabet[remainder]) + text
            }
            text = String(repeating: "1", count: bytes.prefix { $0 == 0 }.count) + text
            #expect(Base58.encode(bytes) == text, "\(count) bytes")
        }
    }

    @Test("base64 with padding fills groups of four")
    func paddedBase64() {
        #expect(
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map { Base64.encode(Array($0.utf8), padding: true) }
                == ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"])
    }

    @Test("base64url reads and writes the URL alphabet")
    func url() throws {
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(try Base64URL.decode("-_8") == [0xFB, 0xFF])
    }
}
