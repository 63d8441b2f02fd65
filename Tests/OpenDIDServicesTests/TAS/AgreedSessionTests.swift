import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("A session that is stored")
struct AgreedSessionTests {
    private func session(_ publicKey: [UInt8], _ curve: EllipticCurveType) throws -> AgreedSession {
        let half = ReqEcdh(
            client: "did:omn:client", clientNonce: Multibase.encode([UInt8](repeating: 1, count: 16), as: .base58btc),
            publicKey: Multibase.encode(publicKey, as: .base58btc), curve: curve, candidate: [.aes256CBC])
        return try AgreedSession(
            half, cipher: .aes256CBC, key: AgreementKey(curve: curve),
            serverNonce: Multibase.encode([UInt8](repeating: 2, count: 16), as: .base58btc))
    }

    @Test(
        "the key that was derived first and the key that is derived from the stored session are the same",
        arguments: [EllipticCurveType.secp256r1, .secp256k1])
    func stored(curve: EllipticCurveType) throws {
        let session = try session(AgreementKey(curve: curve).compressedPublicKey, curve)
        let bytes = try JSONModelEncoder().canonicalBytes(session)
        let read = try JSONModelDecoder().decode(AgreedSession.self, from: bytes)
        #expect(try read.channelKey() == session.channelKey())
        #expect(!String(decoding: bytes, as: UTF8.self).contains("ready"))
    }

    @Test("a public key that is no point is refused at once")
    func noPoint() {
        let error = #expect(throws: DataModelError.self) {
            try session([UInt8](repeating: 0xFF, count: 33), .secp256r1)
        }
        #expect(error?.code == .keyAgreement)
    }
}
