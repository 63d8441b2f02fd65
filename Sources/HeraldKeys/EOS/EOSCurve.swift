/// The curves that EOS texts name (MYKEY sheet 6.1).
public enum EOSCurve: String, Sendable, Hashable, CaseIterable {
    /// secp256k1: the curve of every key that Herald signs with or accepts a signature of.
    case k1 = "K1"
    /// P-256: read and printed only. A reserved key is never on it (MYKEY sheet 6.1).
    case r1 = "R1"

    /// Whether `scalar` has 32 bytes and lies in 1 ..< n of this curve.
    func contains(scalar: [UInt8]) -> Bool {
        switch self {
        case .k1: CurveOrder.contains(scalar)
        case .r1: P256Curve.contains(scalar: scalar)
        }
    }
}
