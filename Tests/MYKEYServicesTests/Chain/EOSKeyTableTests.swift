import HeraldJSON
import HeraldKeys
import MYKEYServices
import Testing

@Suite("Rows of the EOS key table")
struct EOSKeyTableTests {
    private let text = "EOS859gxfnXyUriMgUeThh1fWv3oqcpLFyHa3TfFYC4PK2HqhToVM"

    private func row(_ index: JSONValue, _ pubkey: JSONValue, status: JSONValue = 0, nonce: JSONValue = 7) -> JSONValue
    {
        ["index": index, "key": ["pubkey": pubkey, "status": status, "nonce": nonce]]
    }

    @Test("the row with index 3 counts at any place, with both texts of a key and both kinds of nonce")
    func selection() throws {
        let other = EOSPublicKey(Secp256k1PrivateKey().publicKey)
        let key = try EOSPublicKey(text: text)
        let forms: [JSONValue] = [.string(text), .string(key.text)]
        for pubkey in forms {
            for nonce: JSONValue in [7, "1659172437036784"] {
                let rows = [
                    row(0, .string(other.text)), row(4, .string(other.text)), row(3, pubkey, nonce: nonce),
                    row(1, .string(other.text)),
                ]
                #expect(try EOSKeyTable.reservedKey(in: rows) == ReservedKey(.eos(key), isFrozen: false))
            }
        }
        #expect(try EOSKeyTable.reservedKey(in: [row(4, .string(text))]) == nil, "the first row from 3 on is not row 3")
        #expect(try EOSKeyTable.reservedKey(in: []) == nil)
        #expect(try EOSKeyTable.reservedKey(in: [row("3", .string(text))]) != nil)
    }

    @Test("every status except 0 means frozen")
    func status() throws {
        for status: JSONValue in [1, 2, "1", -1] {
            #expect(try EOSKeyTable.reservedKey(in: [row(3, .string(text), status: status)])?.isFrozen == true)
        }
    }

    @Test("a malformed row 3 is an error, and never means no key")
    func malformed() {
        for bad in [
            row(3, "EOS859"), row(3, 5), row(3, .string(text), status: .null), ["index": 3], ["index": 3, "key": []],
        ] as [JSONValue] {
            #expect(throws: MYKEYServicesError.self) { try EOSKeyTable.reservedKey(in: [bad]) }
        }
        #expect(throws: MYKEYServicesError.self) {
            try EOSKeyTable.reservedKey(in: [row(3, .string(text)), row(3, .string(text))])
        }
    }

    @Test("a P-256 key is not a reserved key")
    func p256() throws {
        // The generator of P-256.
        let point = try Hex.decode("036B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296")
        let key = try EOSPublicKey(curve: .r1, bytes: point)
        #expect(try EOSKeyTable.reservedKey(in: [row(3, .string(key.text))]) == nil)
    }
}
