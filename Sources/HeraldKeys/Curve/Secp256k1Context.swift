import CSecp256k1

/// The one libsecp256k1 context of the process.
///
/// `@unchecked Sendable`: no lock is needed because the context is created and randomised once, before anybody else can
/// see it, and every later call takes it as `const`, which the library documents as safe from many threads.
struct Secp256k1Context: @unchecked Sendable {
    static let shared = Secp256k1Context()

    let pointer: OpaquePointer

    private init() {
        // The library ends the process itself when memory runs out; it does not return null.
        let created: OpaquePointer = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_SIGN | SECP256K1_CONTEXT_VERIFY))
        // Blinds the secret scalar with random values, which protects signing against side channels.
        var random = SystemRandomNumberGenerator()
        var seed = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        seed.withUnsafeMutableBufferPointer { bytes in
            if let base = bytes.baseAddress { _ = secp256k1_context_randomize(created, base) }
            SecretBytes.wipe(UnsafeMutableRawBufferPointer(bytes))
        }
        pointer = created
    }
}
