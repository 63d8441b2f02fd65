import CSecp256k1

/// The only libsecp256k1 context of the process.
///
/// `@unchecked Sendable`: no lock is needed. The context is created and randomised once, before it is shared, and every later call takes it as
/// `const`. The library documents such calls as safe from many threads.
struct Secp256k1Context: @unchecked Sendable {
    static let shared = Secp256k1Context()

    let pointer: OpaquePointer

    private init() {
        // libsecp256k1 aborts the process when memory runs out; it never returns null.
        let created: OpaquePointer = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_SIGN | SECP256K1_CONTEXT_VERIFY))
        // The context is randomised. libsecp256k1 then blinds the secret scalar, which protects signing against side channels.
        var seed = SystemRandom.bytes(32)
        seed.withUnsafeMutableBufferPointer { bytes in
            if let base = bytes.baseAddress { _ = secp256k1_context_randomize(created, base) }
            SecretBytes.wipe(UnsafeMutableRawBufferPointer(bytes))
        }
        pointer = created
    }
}
