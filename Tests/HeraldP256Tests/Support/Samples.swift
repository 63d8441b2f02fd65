import TestSupport
import Testing

@testable import HeraldKeys
@testable import HeraldP256

extension Words256 {
    static func random(using random: inout SeededGenerator) -> Words256 {
        Words256(w0: random.next(), w1: random.next(), w2: random.next(), w3: random.next())
    }

    /// 32 bytes that a test knows to be there.
    static func read(_ bytes: [UInt8]) throws -> Words256 { try #require(Words256(bigEndian: bytes)) }

    /// `limit` - `distance`.
    static func below(_ limit: Words256, by distance: UInt64) -> Words256 {
        limit.subtracting(Words256(w0: distance, w1: 0, w2: 0, w3: 0)).difference
    }

    init(small: UInt64) { self.init(w0: small, w1: 0, w2: 0, w3: 0) }

    /// Numbers where carries, borrows and reductions happen, all below `limit`.
    static func edges(below limit: Words256) -> [Words256] {
        let all: [Words256] = [
            .zero, Words256(small: 1), Words256(small: 2), Words256(small: .max), Words256(w0: 0, w1: 1, w2: 0, w3: 0),
            Words256(w0: 0, w1: 0, w2: 0, w3: 1), Words256(w0: 0, w1: 0, w2: 0, w3: 1 << 63),
            Words256(w0: .max, w1: .max, w2: 0, w3: 0),
            Words256(w0: .max, w1: .max, w2: .max, w3: .max >> 1),
            Words256(w0: 0, w1: .max, w2: .max, w3: 0xFFFF_FFFF_0000_0000),
            .below(limit, by: 1), .below(limit, by: 2), .below(limit, by: 1 << 32), .below(limit, by: .max),
        ]
        return all.filter { $0.isBelow(limit) }
    }
}

extension CombTable {
    /// scalar · point.
    func product(_ scalar: Words256) -> CurvePoint {
        var entries: [AffinePoint] = []
        appendEntries(for: scalar, to: &entries)
        return PointSum.of(entries)
    }
}
