import OpenDID_DataModel

/// The state of every method of the iOS SDK (OpenDID sheet 8). `docs/parity-opendid.md` is made from it.
enum ParityTable {
    /// Every row, in the order of the sheet.
    static let rows: [ParityRow] =
        walletRows + tokenRows + keyRows + documentRows + credentialRows + anonymousRows
        + helperRows + keyManagerRows + didManagerRows + vcManagerRows + toolRows

    /// The number of rows in each state.
    struct Count: Sendable, Hashable {
        /// As the original.
        var works = 0
        /// With a difference that is told.
        var differs = 0
        /// Not there, with the reason.
        var leftOut = 0

        init() {}
    }

    /// The count of some rows.
    static func count(_ rows: [ParityRow]) -> Count {
        rows.reduce(into: Count()) { count, row in
            switch row.state {
            case .works: count.works += 1
            case .differs: count.differs += 1
            case .leftOut: count.leftOut += 1
            }
        }
    }
}
