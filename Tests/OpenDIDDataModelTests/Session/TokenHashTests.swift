import Crypto
import HeraldJSON
import HeraldKeys
import Testing

@testable import OpenDID_DataModel

@Suite("Token hashes")
struct TokenHashTests {
    @Test("the vectors' wallet tokens follow from the data and the nonce's text")
    func walletVectors() throws {
        let vectors = try SessionVectors.entries(kind: "opendid_wallet_token")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let id = try vector.string("id")
            // The tree's own sorted form is the canonical one here: no nulls, and texts without control characters.
            let hash = try WalletTokenHash(
                canonicalData: vector.value("data").serialized(), resultNonce: vector.string("result_nonce"))
            #expect(try hash.exposedText == vector.string("h_wallet_token"), "\(id)")
            #expect(try WalletTokenHash(text: vector.string("h_wallet_token")) == hash)
            #expect(try WalletTokenHash(text: vector.string("h_wallet_token").uppercased()) == hash)
        }
    }

    @Test("the nonce's text counts, not its decoded bytes")
    func nonceText() {
        let nonce = [UInt8](repeating: 5, count: 16)
        let one = WalletTokenHash(canonicalData: [1], resultNonce: Multibase.encode(nonce, as: .base16))
        #expect(one != WalletTokenHash(canonicalData: [1], resultNonce: Multibase.encode(nonce, as: .base58btc)))
        #expect(one == WalletTokenHash(canonicalData: [1], resultNonce: Multibase.encode(nonce, as: .base16)))
    }

    @Test("a server token is the base64 hash of the received bytes, and is read from any multibase")
    func serverToken() throws {
        let data = Array("{\"appId\":\"AID\"}".utf8)
        let hash = ServerTokenHash(of: data)
        #expect(hash.exposedBytes == Array(SHA256.hash(data: data)))
        #expect(hash.exposedText == Multibase.encode(hash.exposedBytes, as: .base64))
        for base in Multibase.Base.allCases {
            #expect(try ServerTokenHash(text: Multibase.encode(hash.exposedBytes, as: base)) == hash)
        }
        #expect(ServerTokenHash(of: data + [0x20]) != hash)
    }

    private static let noTokens = [
        "", "m", "mAAAA", "?abc", "z0", "f00", String(repeating: "g", count: 64),
        "0x" + String(repeating: "a", count: 64),
        String(repeating: "\u{E9}", count: 32),
    ]

    @Test("texts that are not tokens are refused by name", arguments: noTokens)
    func refusals(text: String) {
        #expect { try ServerTokenHash(text: text) } throws: { ($0 as? DataModelError)?.field == "serverToken" }
        #expect { try WalletTokenHash(text: text) } throws: { ($0 as? DataModelError)?.field == "hWalletToken" }
    }

    @Test("tokens print, dump and mirror without their bytes")
    func redaction() {
        let server = ServerTokenHash(of: [1]), wallet = WalletTokenHash(canonicalData: [1], resultNonce: "f00")
        var dumped = ""
        dump(server, to: &dumped)
        dump(wallet, to: &dumped)
        for text in ["\(server)", String(reflecting: server), "\(wallet)", String(reflecting: wallet), dumped] {
            #expect(!text.contains(server.exposedText) && !text.contains(wallet.exposedText))
            #expect(!text.contains("\(server.exposedBytes[0]), \(server.exposedBytes[1])"))
            #expect(!text.contains("\(wallet.exposedBytes[0]), \(wallet.exposedBytes[1])"))
        }
    }
}
