import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

@Suite("The encrypted channel to an issuer or verifier")
struct EndToEndChannelTests {
    private static let nonce = [UInt8](repeating: 7, count: 16)

    /// A number as the bytes of a private key.
    private static func key(_ number: Int, _ curve: EllipticCurveType) throws -> AgreementKey {
        let bytes =
            [UInt8](repeating: 0, count: 28)
            + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        return switch curve {
        case .secp256r1: .p256(try P256PrivateKey(bytes: bytes))
        case .secp256k1: .secp256k1(try Secp256k1PrivateKey(bytes: bytes))
        }
    }

    private static func bytes(_ key: AgreementKey) -> [UInt8] {
        switch key {
        case .p256(let key): key.exposedBytes
        case .secp256k1(let key): key.exposedBytes
        }
    }

    /// The first key from `start` whose X, agreed with the peer, begins with a zero byte, or with another one.
    private static func key(from start: Int, zero: Bool, _ server: AgreementKey) throws -> AgreementKey {
        for number in start..<start + 10_000 {
            let key = try key(number, server.curve)
            if try (key.agree(with: server.compressedPublicKey).withoutLeadingZeros != nil) == zero { return key }
        }
        throw WalletError(.keyForm, reason: "no key among ten thousand")
    }

    /// Gives these bytes first, and ones afterwards.
    private final class Script: Sendable {
        private let left: Mutex<[UInt8]>
        init(_ bytes: [UInt8]) { left = Mutex(bytes) }

        func take(_ count: Int) -> [UInt8] {
            left.withLock { left in
                let part = Array(left.prefix(count))
                left.removeFirst(part.count)
                return part + [UInt8](repeating: 1, count: count - part.count)
            }
        }
    }

    @Test(
        "the wallet chooses a key whose shared X has no leading zero byte, so that every server can read its message",
        arguments: [EllipticCurveType.secp256r1, .secp256k1])
    func avoidsZeros(curve: EllipticCurveType) async throws {
        let server = try Self.key(5, curve)
        let short = try Self.key(from: 1000, zero: true, server), other = try Self.key(from: 2000, zero: true, server)
        let long = try Self.key(from: 1000, zero: false, server)
        let script = Script(Self.bytes(short) + Self.bytes(other) + Self.bytes(long))
        let offer = ReqE2e(
            nonce: Multibase.encode(Self.nonce, as: .base58btc), curve: curve,
            publicKey: Multibase.encode(server.compressedPublicKey, as: .base58btc), cipher: .aes256CBC, padding: .pkcs5
        )
        let world = try await APIWorld()
        var tools = try await world.api.wallet().tools(VaultFlowKeys(vault: world.vault))
        tools.random = { script.take($0) }

        let channel = try EndToEndChannel(offer, nonce: offer.nonce, tools)
        let half = try await channel.half(of: #require(try await world.vault.document(.holder)), tools)
        let publicKey = try Multibase.decode(half.publicKey).bytes
        #expect(publicKey == long.compressedPublicKey)
        let message = ReqVC(refId: "ref", profile: ReqVcProfile(id: "profile", issuerNonce: offer.nonce))
        let sealed = try Multibase.decode(channel.seal(message)).bytes

        let secret = try server.agree(with: publicKey)
        #expect(secret.withoutLeadingZeros == nil)
        let key = try SessionKey(sharedSecret: secret, endToEndNonce: Self.nonce, cipher: .aes256CBC)
        #expect(
            try key.decrypt(sealed, iv: Multibase.decode(half.iv).bytes, padding: .pkcs5) == message.canonicalBytes())
    }

    @Test("the search for such a key ends even if the source of random numbers always returns the same")
    func stuckSource() async throws {
        let server = try Self.key(5, .secp256r1)
        let short = try Self.key(from: 1000, zero: true, server)
        let offer = ReqE2e(
            nonce: Multibase.encode(Self.nonce, as: .base58btc), curve: .secp256r1,
            publicKey: Multibase.encode(server.compressedPublicKey, as: .base58btc), cipher: .aes256CBC, padding: .pkcs5
        )
        let world = try await APIWorld()
        var tools = try await world.api.wallet().tools(VaultFlowKeys(vault: world.vault))
        let script = Script((0..<64).flatMap { _ in Self.bytes(short) })
        tools.random = { script.take($0) }
        let channel = try EndToEndChannel(offer, nonce: offer.nonce, tools)
        let half = try await channel.half(of: #require(try await world.vault.document(.holder)), tools)
        #expect(try Multibase.decode(half.publicKey).bytes == short.compressedPublicKey)
    }
}
