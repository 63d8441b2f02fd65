private enum ChangesKey: Hashable {
    case hasState(SyncSnapshot.Range)
    case keyChanges(SyncSnapshot.Range)
}

/// The changes of states and keys that syncs with one snapshot share.
extension SyncSnapshot {
    /// True if a range of a room has state events.
    func hasStateEvents(_ range: Range) throws -> Bool {
        try remembered(ChangesKey.hasState(range)) {
            try SyncRows.hasStateEvent(in: range.room, after: range.lower, upTo: range.upper, in: db)
        }
    }

    /// Returns the users whose keys changed in a range of the stream.
    func keyChanges(after lower: Int64, upTo upper: Int64) throws -> [String] {
        try remembered(ChangesKey.keyChanges(Range(room: .noRoom, lower: lower, upper: upper))) {
            try DeviceListRows.keyChanges(after: lower, upTo: upper, in: db)
        }
    }
}
