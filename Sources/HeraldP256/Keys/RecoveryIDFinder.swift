import HeraldKeys
import HeraldLocks

/// Finds the recovery ids of one key's signatures, from public values only.
///
/// A table of the public key's multiples costs about as much time as it saves in ten signatures. Many keys make fewer signatures, so the
/// table is built only after the key has made several signatures without it (``KeyMultiples``).
final class RecoveryIDFinder: Sendable {
    private let point: AffinePoint?
    private let key: [UInt8]
    private let multiples = Mutex<KeyMultiples?>(nil)

    init(publicKey: P256PublicKey) {
        point = AffinePoint(publicKey)
        key = publicKey.uncompressed
    }

    /// Returns the recovery id, 0 … 3, or nil when r and s are not a signature of this key over `digest`.
    func recoveryID(r: Words256, s: Words256, digest: Words256) -> UInt8? {
        guard let point, OrderScalar.contains(r), OrderScalar.contains(s) else { return nil }
        let (u1, u2) = OrderScalar.quotients(OrderScalar.reduced(digest), r, by: s)
        var entries: [AffinePoint] = []
        entries.reserveCapacity(80)
        CombTable.generator.appendEntries(for: u1, to: &entries)
        var start = CurvePoint.infinity
        if let table = known.table(for: point) {
            table.appendEntries(for: u2, to: &entries)
        } else {
            start = .product(u2, point)
        }
        guard let nonce = PointSum.of(entries, startingWith: start).affine else { return nil }
        let x = nonce.x.number
        guard OrderScalar.reduced(x) == r else { return nil }
        return (nonce.y.number.isOdd ? 1 : 0) | (x == r ? 0 : 2)
    }

    /// The key's multiples. They are looked up at the first signature, because many keys are made for a key agreement and sign nothing.
    private var known: KeyMultiples {
        multiples.withLock { multiples in
            if let multiples { return multiples }
            let found = MultiplesMemory.shared.multiples(of: key)
            multiples = found
            return found
        }
    }
}

/// The multiples of one public key.
final class KeyMultiples: Sendable {
    private enum State: Sendable {
        /// There is no table yet. The associated value is the number of signatures for which the recovery id was found without a table.
        case bare(Int)
        /// The associated number is that of the signatures for which the recovery id was found with the table.
        case prepared(CombTable, Int)
        /// There is a table with wide windows, for a key that has made many signatures, such as an issuer's.
        case wide(CombTable)
    }

    private static let bareUses = 8
    /// A table with wide windows takes three times the memory, and saves a tenth of the time.
    private static let preparedUses = 512
    private let state = Mutex(State.bare(0))

    /// Returns the table, or `nil` for the first signatures. Two threads may both build a table afterwards; the results are equal.
    /// - Parameter point: the point of the public key.
    func table(for point: AffinePoint) -> CombTable? {
        let known: CombTable?
        let mustMake: Bool
        (known, mustMake) = state.withLock { state in
            switch state {
            case .bare(let uses):
                guard uses < Self.bareUses else { return (nil, true) }
                state = .bare(uses + 1)
                return (nil, false)
            case .prepared(let table, let uses):
                guard uses < Self.preparedUses else { return (table, true) }
                state = .prepared(table, uses + 1)
                return (table, false)
            case .wide(let table): return (table, false)
            }
        }
        guard mustMake else { return known }
        let made = CombTable(of: point, width: known == nil ? 6 : 8)
        state.withLock { state in state = known == nil ? .prepared(made, 0) : .wide(made) }
        return made
    }
}

/// Remembers the multiples of public keys by the bytes of the keys, because a private key is often read anew for each signature, as from a
/// wallet's vault. Nothing of a private key is remembered.
final class MultiplesMemory: Sendable {
    static let shared = MultiplesMemory()
    /// The most public keys that are remembered. A table has 86 or 256 KiB. When the memory is full, it is emptied, and keys that are still in use
    /// keep their tables.
    static let limit = 64

    private let known = Mutex<[[UInt8]: KeyMultiples]>([:])

    /// The number of remembered keys, for tests.
    var count: Int { known.withLock(\.count) }

    /// Returns the multiples of the public key with these bytes.
    func multiples(of key: [UInt8]) -> KeyMultiples {
        known.withLock { known in
            if let found = known[key] { return found }
            if known.count >= Self.limit { known.removeAll() }
            let new = KeyMultiples()
            known[key] = new
            return new
        }
    }
}

extension AffinePoint {
    /// Creates the point of a key. This never returns nil in practice, because swift-crypto has checked the key's point.
    init?(_ key: P256PublicKey) {
        let coordinates: (Words256, Words256)? = key.uncompressed.withUnsafeBytes { bytes in
            guard bytes.count == 65,
                let x = Words256(bigEndian: UnsafeRawBufferPointer(rebasing: bytes[1..<33])),
                let y = Words256(bigEndian: UnsafeRawBufferPointer(rebasing: bytes[33..<65]))
            else { return nil }
            return (x, y)
        }
        guard let coordinates, let x = FieldElement(coordinates.0), let y = FieldElement(coordinates.1) else {
            return nil
        }
        self.init(x: x, y: y)
    }
}
