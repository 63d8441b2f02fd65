/// The serial number of each key's last change. The log finds the keys that changed after a serial number without reading all keys.
struct ChangeLog<Key: Hashable & Sendable>: Sendable {
    private var entries: [(serial: Int64, key: Key)] = []
    private var latest: [Key: Int64] = [:]

    /// Records a change. Its serial must not be smaller than that of an earlier change.
    mutating func note(_ key: Key, serial: Int64) {
        latest[key] = serial
        entries.append((serial, key))
        // Outdated entries are removed from time to time. Otherwise a key that changes often would fill the memory.
        if entries.count > 2 * latest.count + 1_024 { entries.removeAll { latest[$0.key] != $0.serial } }
    }

    mutating func forget(_ key: Key) { latest[key] = nil }

    var count: Int { latest.count }

    /// Returns the serial of a key's last change.
    func serial(of key: Key) -> Int64? { latest[key] }

    /// Returns the keys that changed after a serial, each once, earliest change first.
    func keys(after serial: Int64) -> [Key] {
        var low = 0, high = entries.count
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].serial <= serial { low = middle + 1 } else { high = middle }
        }
        return entries[low...].compactMap { latest[$0.key] == $0.serial ? $0.key : nil }
    }
}
