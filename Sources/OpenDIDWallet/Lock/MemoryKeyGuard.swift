import Crypto
import HeraldKeys

/// Stores the key in memory, for vaults in memory.
struct MemoryKeyGuard: StoreKeyGuard {
    private let key: SecretBytes
    private let random: @Sendable (Int) -> [UInt8]

    init(random: @escaping @Sendable (Int) -> [UInt8]) {
        key = SecretBytes(copying: random(AuthenticatedSeal.keyLength))
        self.random = random
    }

    private var symmetricKey: SymmetricKey {
        let count = key.count
        return key.withBytes { SymmetricKey(data: UnsafeRawBufferPointer(start: $0, count: count)) }
    }

    func wrap(_ key: [UInt8], vault: [UInt8]) throws -> [UInt8] {
        try AuthenticatedSeal.seal(
            key, key: symmetricKey, context: SealContext("guarded vault key", vault),
            nonce: random(AuthenticatedSeal.nonceLength))
    }

    func unwrap(_ wrapped: [UInt8], vault: [UInt8]) throws -> [UInt8] {
        guard
            let key = AuthenticatedSeal.open(
                wrapped, key: symmetricKey, context: SealContext("guarded vault key", vault))
        else {
            throw WalletError(.guardKey, reason: "the key belongs to another vault")
        }
        return key
    }

    func forget(vault: [UInt8]) throws {}
}
