import HeraldKeys

/// Hashing, signing and recovery. The peer of the curve operations is libsecp256k1 itself, called with nothing around it.
enum KeysBenchmarks: BenchmarkSuite {
    static let name = "keys"

    static func run() throws -> [Measurement] { try [keccak(), recover(), sign()] }

    private static func keccak() -> Measurement {
        let megabyte = [UInt8](repeating: 0x61, count: 1_000_000)
        let rate = Stopwatch.perSecond(rounds: 10) { Stopwatch.keep(Keccak256.hash(megabyte)) }
        return Measurement("keccak-256 of 1 MB", unit: "MB/s", ours: rate, goal: .atLeast(300))
    }

    private static func recover() throws -> Measurement {
        let key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0x46, count: 32))
        let digest = Keccak256.hash(Array("recover".utf8))
        let signature = try key.sign(digest: digest)
        let compact = signature.r + signature.s
        let bare = BareLibrary()
        let rate = try Stopwatch.perSecond {
            Stopwatch.keep(try signature.recoverPublicKey(digest: digest))
        } against: {
            Stopwatch.keep(bare.recover(compact, Int32(signature.recoveryID), digest))
        }
        return Measurement(
            "recover a public key", unit: "ops/s", ours: rate.ours, peer: ("bare libsecp256k1", rate.peer),
            goal: .ratioAtLeast(0.8))
    }

    private static func sign() throws -> Measurement {
        let secret = [UInt8](repeating: 0x46, count: 32)
        let key = try Secp256k1PrivateKey(bytes: secret)
        let digest = Keccak256.hash(Array("sign".utf8))
        let bare = BareLibrary()
        let rate = try Stopwatch.perSecond {
            Stopwatch.keep(try key.sign(digest: digest))
        } against: {
            Stopwatch.keep(bare.sign(secret, digest))
        }
        return Measurement(
            "sign, recoverable", unit: "ops/s", ours: rate.ours, peer: ("bare libsecp256k1", rate.peer),
            goal: .ratioAtLeast(0.8))
    }
}
