import HeraldJSON
import HeraldKeys

/// The session vectors of `opendid.json`.
enum SessionVectors {
    static func entries(kind: String) throws -> [JSONReader] { try VectorFiles.vectors("opendid.json", kind: kind) }
}

extension JSONReader {
    func bytes(_ key: String) throws -> [UInt8] { try Hex.decode(string(key)) }
}

/// SplitMix64: the same numbers in every run, so that a failure can be run again.
struct SessionGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }
}
