import OpenDID_DataModel

extension ParityTable {
    /// The text of `docs/parity-opendid.md`.
    static var markdown: String {
        var lines = [
            "# Parity with the iOS SDK", "",
            "This page is generated from `ParityTable` by `HERALD_WRITE_DOCS=1 swift test --filter ParityTableTests`. A test fails if it is stale.",
            "The methods are those of section 8 of the OpenDID sheet, in its order. Numbers in the column Token are the purposes of the wallet tokens",
            "that allow the call.", "",
            "Every method of `WalletAPI` differs from the original in these points. It is `async`, because the vault is an actor. It throws",
            "`WalletError`, whose `upstreamCode` is the number of the original. A URL may be a server's base URL or the whole URL of the call.",
            "`attach(_:)` gives `WalletAPI.shared` its wallet; `WalletAPI(_:)` creates other values. A wallet token is compared in constant time.",
            "It must not have expired, and it must belong to an app on the list of allowed apps and to the bound user.",
            "",
            "| | Methods | Works | Differs | Left out |", "| --- | --- | --- | --- | --- |",
        ]
        for (title, rows) in sections + [("All", rows)] {
            let count = count(rows)
            lines.append("| \(title) | \(rows.count) | \(count.works) | \(count.differs) | \(count.leftOut) |")
        }
        for (title, rows) in sections {
            lines += ["", "## \(title)", ""]
            lines += title == walletTitle ? walletTable(rows) : managerTable(rows)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let walletTitle = "WalletAPI"

    private static var sections: [(title: String, rows: [ParityRow])] {
        var sections: [(title: String, rows: [ParityRow])] = []
        for row in rows {
            let title =
                switch row.part {
                case .walletAPI: walletTitle
                case .helperTypes: "Helper types"
                case .manager(let name): name
                }
            if sections.last?.title == title {
                sections[sections.count - 1].rows.append(row)
            } else {
                sections.append((title, [row]))
            }
        }
        return sections
    }

    private static func walletTable(_ rows: [ParityRow]) -> [String] {
        ["| Method | Token | Since | State | Ours | Test |", "| --- | --- | --- | --- | --- | --- |"]
            + rows.map { row in
                let purposes = row.purposes.map(\.rawValue).sorted().map(String.init).joined(separator: ", ")
                return
                    "| `\(signature(row))` | \(purposes.isEmpty ? "–" : purposes) | \(row.since) | \(state(row)) | \(ours(row)) | \(row.test) |"
            }
    }

    private static func managerTable(_ rows: [ParityRow]) -> [String] {
        ["| Function | State | Ours | Test |", "| --- | --- | --- | --- |"]
            + rows.map { row in
                "| `\(row.labels.isEmpty ? row.name : signature(row))` | \(state(row)) | \(ours(row)) | \(row.test) |"
            }
    }

    private static func signature(_ row: ParityRow) -> String {
        row.name + "(" + row.labels.joined(separator: ", ") + ")"
    }

    private static func ours(_ row: ParityRow) -> String { row.ours.isEmpty ? "–" : row.ours }

    private static func state(_ row: ParityRow) -> String {
        switch row.state {
        case .works: row.note.isEmpty ? "works" : "works: \(row.note)"
        case .differs(let how): "**differs**: \(how)"
        case .leftOut(let why): "**left out**: \(why)"
        }
    }
}
