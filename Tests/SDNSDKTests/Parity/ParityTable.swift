import Foundation

/// The state of every method of the iOS SDK, read from the sources and the tests.
struct ParityTable {
    enum State: Equatable {
        case works
        /// There, and always in error.
        case refuses(why: String)
        case differs(ours: String, how: String)
        case leftOut(why: String)
        /// Neither there nor explained.
        case missing
    }

    struct Line {
        let row: ParityRow
        let state: State
        /// True if there is a property, or a plain or `async` method. The next property is the test in which it works.
        let hasCall: Bool
        let test: String?
        /// The same of the form that hands its outcome to closures.
        let hasClosures: Bool
        let closureTest: String?
    }

    let lines: [Line]

    /// The modules of the client. The one that an app imports is first, because its forms of a method are closures.
    private static let sources = [
        "SDNSDK", "SDNClient", "SDNFolds", "SDNSession", "SDNStore", "SDNValues",
    ].map { "Sources/\($0)" }

    init() throws {
        let declared = try Self.sources.flatMap(PublicDeclaration.all)
        let calls = try TestedCall.all(
            in: ["Tests/SDNSDKTests", "Tests/SDNStoreTests", "Tests/SnippetTests"], sources: Self.sources)
        lines = try ParityRow.all().map { row in
            let found = row.declarations(among: declared)
            if !found.isEmpty {
                let why = ParityNotes.refuses[row.key]
                return Self.line(row, why.map { .refuses(why: $0) } ?? .works, found, as: row, calls)
            }
            if let (ours, how) = ParityNotes.differs[row.key] {
                let others = declared.filter { $0.type == ours.type && $0.name == ours.name }
                let own = ParityRow(
                    part: row.part, priority: row.priority, type: ours.type, name: ours.name,
                    labels: others.first?.parameters?.prefix(1).map(\.label))
                guard !others.isEmpty else { return Self.line(row, .missing, [], as: row, calls) }
                return Self.line(row, .differs(ours: "\(ours.type).\(ours.name)", how: how), others, as: own, calls)
            }
            return Self.line(
                row, ParityNotes.leftOut[row.key].map { .leftOut(why: $0) } ?? .missing, [], as: row, calls)
        }
    }

    private static func line(
        _ row: ParityRow, _ state: State, _ found: [PublicDeclaration], as own: ParityRow,
        _ calls: [String: [TestedCall]]
    ) -> Line {
        let plain = found.filter { !$0.isClosureForm }, closures = found.filter(\.isClosureForm)
        let isRefused = if case .refuses = state { true } else { false }
        return Line(
            row: row, state: state, hasCall: !plain.isEmpty,
            test: own.test(of: plain, among: calls, refused: isRefused), hasClosures: !closures.isEmpty,
            closureTest: own.test(of: closures, among: calls, refused: isRefused))
    }

    var markdown: String {
        var text = [
            "# Parity with the iOS SDK of SendingNetwork", "",
            "This page is generated from the sources by `HERALD_WRITE_DOCS=1 swift test --filter SDNParityTests`. A test fails if it is stale. The",
            "methods are those of sections 1.10, 2.1, 3 and 4.3 of the SDN sheet (`Tests/Facts/sdn-methods.txt`), with the sheet's priorities: P0 is",
            "required, P1 is expected of a chat SDK, and P2 is the rest. Section 4.3 gives no priorities. [The Matrix API](matrix-coverage.md) is",
            "counted separately.", "",
            "Each row names a test that calls the method with every label of the row, and in which the call succeeds. A call that the test expects to",
            "fail does not count, nor does a call that leaves a parameter to its default. *Call* is the `async` or plain method, or the property.",
            "*Closures* is the form that passes its result to closures. `-` means that there is no such form.", "",
            "| | Methods | Works | Refuses | Differs | Left out |", "| --- | --- | --- | --- | --- | --- |",
        ]
        for priority in ["P0", "P1", "P2", "4.3", "All"] {
            let lines = lines.filter { priority == "All" || $0.row.priority == priority }
            let counts = [
                lines.count, lines.count { $0.state == .works },
                lines.count { if case .refuses = $0.state { true } else { false } },
                lines.count { if case .differs = $0.state { true } else { false } },
                lines.count { if case .leftOut = $0.state { true } else { false } },
            ]
            text.append("| \(priority) | \(counts.map(String.init).joined(separator: " | ")) |")
        }
        var part = ""
        for line in lines {
            if line.row.part != part {
                part = line.row.part
                text += [
                    "", "## \(part)", "", "| Method | | State | Call | Closures |", "| --- | --- | --- | --- | --- |",
                ]
            }
            let call = line.hasCall ? line.test ?? "not tested" : "-",
                closures = line.hasClosures ? line.closureTest ?? "not tested" : "-"
            text.append(
                "| `\(line.row.key)` | \(line.row.priority) | \(Self.words(line.state)) | \(call) | \(closures) |")
        }
        return (text + [""]).joined(separator: "\n")
    }

    private static func words(_ state: State) -> String {
        switch state {
        case .works: "works"
        case .refuses(let why): "always refuses: \(why)"
        case .differs(let ours, let how): "`\(ours)`: \(how)"
        case .leftOut(let why): "left out: \(why)"
        case .missing: "missing"
        }
    }
}
