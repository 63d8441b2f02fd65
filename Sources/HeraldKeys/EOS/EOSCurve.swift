/// The curves that EOS key and signature texts name (MYKEY sheet 6.1).
public enum EOSCurve: String, Sendable, Hashable, CaseIterable {
    /// secp256k1. Herald signs and verifies only with keys of this curve.
    case k1 = "K1"
    /// P-256. Herald only reads and prints such keys. A reserved key is never on this curve (MYKEY sheet 6.1).
    case r1 = "R1"

    /// Returns true when `scalar` has 32 bytes and lies in 1 ..< n of this curve.
    func contains(scalar: [UInt8]) -> Bool {
        switch self {
        case .k1: CurveOrder.contains(scalar)
        case .r1: Words256(bigEndian: scalar).map(OrderScalar.contains) ?? false
        }
    }
}
