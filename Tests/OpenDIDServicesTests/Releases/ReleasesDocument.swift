import Foundation

@testable import OpenDIDServices

/// `docs/opendid-releases.md`: upstream's facts beside what the code does.
struct ReleasesDocument: Sendable {
    let endpoints: ReleaseFacts
    let dataTypes: ReleaseFacts
    let declared: [DeclaredEndpoint]
    let publicTypes: PublicTypes
    /// Method and path of everything that all roles together serve.
    let served: Set<String>

    init(served: [String]) throws {
        endpoints = try ReleaseFacts("opendid-endpoints.txt")
        dataTypes = try ReleaseFacts("opendid-data-types.txt")
        declared = try DeclaredEndpoint.all()
        publicTypes = try PublicTypes()
        self.served = Set(served)
    }

    /// The paths that are served and that upstream does not have.
    var onlyOurs: [String] { served.subtracting(endpoints.rows.map(\.name)).sorted() }

    var markdown: String {
        var lines = [
            "# Releases 1.0 and 2.0 of OpenDID compared with Herald", "",
            "This page lists every endpoint and every data type of upstream's two releases, and how Herald implements it. It is generated from",
            "facts about upstream (`Tests/Facts/opendid-endpoints.txt`, `Tests/Facts/opendid-data-types.txt`) and from the code by",
            "`HERALD_WRITE_DOCS=1 swift test --filter ReleasesDocumentTests`. A test fails if it is stale. The endpoints that our servers serve are",
            "read from their table of routes. The callers of an endpoint are read from the sources: the wallet (`OpenDIDWallet`), our servers when",
            "they call each other (`OpenDIDServices`), or the command line (`herald`). `docs/opendid-stricter.md` has the rules that hold for many",
            "endpoints.", "",
        ]
        lines += counts + ["## Endpoints", ""]
        for part in endpoints.parts { lines += table(part) }
        lines += onlyOursTable + ["## Data types", ""] + dataTypes.parts.flatMap(typeTable) + ["## Sources", ""]
        lines += endpoints.keys.map { "- `\($0.key)`: \($0.what)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private var counts: [String] {
        func count(_ rows: [ReleaseFacts.Row], _ isOurs: (ReleaseFacts.Row) -> Bool) -> [String] {
            let (first, second) = (rows.filter(\.isInRelease1), rows.filter(\.isInRelease2))
            return [
                "\(first.count)", "\(first.count(where: isOurs))", "\(second.count)", "\(second.count(where: isOurs))",
            ]
        }
        let rows = [
            ["endpoints, and those that our servers serve"] + count(endpoints.rows) { served.contains($0.name) },
            ["endpoints, and those that our programs call"]
                + count(endpoints.rows) { row in declared.contains { $0.place == row.name && !$0.callers.isEmpty } },
            ["data types, and those that Herald has"] + count(dataTypes.rows) { !names(of: $0).isEmpty },
        ]
        return ["| | Release 1.0 | in Herald | Release 2.0 | in Herald |", "| --- | --- | --- | --- | --- |"]
            + rows.map { "| " + $0.joined(separator: " | ") + " |" } + [""]
    }

    private func table(_ part: ReleaseFacts.Part) -> [String] {
        let rows = part.rows.map { row in
            let callers = DeclaredEndpoint.Caller.allCases.filter { caller in
                declared.contains { $0.place == row.name && $0.callers.contains(caller) }
            }
            let cells = [
                "`\(row.name)`", Self.mark(row.isInRelease1), Self.mark(row.isInRelease2),
                Self.mark(served.contains(row.name)),
                callers.map(Self.word).joined(separator: ", "),
                types(of: row).map { "`\($0)`" }.joined(separator: ", "), row.difference,
                row.sources,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        let head = ["Endpoint", "1.0", "2.0", "Served", "Called by", "Types", "Difference", "Upstream's source"]
        return Self.title(of: part) + Self.heading(head) + rows + [""]
    }

    private var onlyOursTable: [String] {
        guard !onlyOurs.isEmpty else { return [] }
        let rows = onlyOurs.map { place in
            let own = declared.filter { $0.place == place }
            return "| `\(place)` | \(own.first?.comment.replacing("``", with: "`") ?? "") |"
        }
        return ["### Only in Herald", ""] + Self.heading(["Endpoint", "Purpose"]) + rows + [""]
    }

    private func typeTable(_ part: ReleaseFacts.Part) -> [String] {
        let rows = part.rows.map { row in
            let ours = names(of: row).map { "`\($0)`" }.joined(separator: ", ")
            let cells = [
                "`\(row.name)`", Self.mark(row.isInRelease1), Self.mark(row.isInRelease2), ours, row.difference,
                "`\(row.sources)`",
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        let head = ["Upstream's type", "1.0", "2.0", "Our type", "Difference", "Upstream's source"]
        return Self.title(of: part) + Self.heading(head) + rows + [""]
    }

    /// The request and the answer of an endpoint; of several declarations of one place all are named.
    func types(of row: ReleaseFacts.Row) -> [String] {
        if let types = row.types { return types }
        var seen: Set<String> = []
        return declared.filter { $0.place == row.name }.flatMap(\.types)
            .map { $0 == "ServiceQuery" ? "query" : $0 }.filter { seen.insert($0).inserted }
    }

    /// Our names of a data type; none where there is no such type.
    func names(of row: ReleaseFacts.Row) -> [String] {
        row.types ?? (publicTypes.names.contains(row.name) ? [row.name] : [])
    }

    private static func mark(_ isSo: Bool) -> String { isSo ? "yes" : "" }

    private static func word(_ caller: DeclaredEndpoint.Caller) -> String {
        switch caller {
        case .wallet: "wallet"
        case .servers: "servers"
        case .commands: "command line"
        }
    }

    private static func title(of part: ReleaseFacts.Part) -> [String] {
        ["### \(part.title)", ""] + (part.remarks.isEmpty ? [] : part.remarks + [""])
    }

    private static func heading(_ cells: [String]) -> [String] {
        ["| " + cells.joined(separator: " | ") + " |", "|" + String(repeating: " --- |", count: cells.count)]
    }
}
