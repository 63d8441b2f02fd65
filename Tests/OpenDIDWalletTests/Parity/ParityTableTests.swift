import Foundation
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDWallet

@Suite("The parity table")
struct ParityTableTests {
    @Test("docs/parity-opendid.md is what HERALD_WRITE_DOCS=1 writes")
    func document() throws {
        let file = PackageFiles.url("docs/parity-opendid.md")
        let text = ParityTable.markdown
        if ProcessInfo.processInfo.environment["HERALD_WRITE_DOCS"] == "1" { try Data(text.utf8).write(to: file) }
        let found = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let isFresh = found == text
        #expect(isFresh, "stale: HERALD_WRITE_DOCS=1 swift test --filter ParityTableTests writes it anew")
    }

    @Test("every row of the sheet's section 8 is in the table, with its parameters, purposes and release")
    func sheet() throws {
        let methods = try ParitySheet.methods()
        #expect(methods.count > 40)
        for method in methods {
            let row = ParityTable.rows.first { row in
                row.part == .walletAPI && row.name == method.name && (method.labels.map { $0 == row.labels } ?? true)
                    && Array(row.labels.suffix(method.lastLabels.count)) == method.lastLabels
            }
            guard let row else {
                Issue.record("\(method.name)(\(method.labels?.joined(separator: ", ") ?? "…")) is missing")
                continue
            }
            #expect(method.releases.contains(row.since), "\(method.name) is of \(method.releases)")
            #expect(Set(row.purposes.map(\.rawValue)) == method.purposes, "\(method.name)")
        }
        let names = Set(methods.map(\.name))
        for row in ParityTable.rows where row.part == .walletAPI {
            #expect(names.contains(row.name), "\(row.name) is not in the sheet")
        }
        #expect(
            Set(ParityTable.rows.filter { $0.part == .helperTypes }.map(\.name)) == Set(try ParitySheet.helperTypes()))
    }

    @Test("every function of the sheet's core managers is in the table")
    func managers() throws {
        let text = try ParitySheet.managers()
        let rows = ParityTable.rows.filter { if case .manager = $0.part { true } else { false } }
        for (manager, functions) in text {
            for function in functions {
                // The sheet's row Utilities names three managers, each with what it does.
                let isThere = rows.contains { row in
                    guard case .manager(let name) = row.part else { return false }
                    return row.name == function && (name == manager || manager == "Utilities")
                }
                #expect(isThere, "\(manager): \(function) is missing")
            }
        }
        #expect(text.values.reduce(0) { $0 + $1.count } == rows.count)
    }

    @Test("a row that works or differs names our function and an existing test, and every other row says why")
    func tests() throws {
        let known = try ParitySheet.testFunctions()
        for row in ParityTable.rows {
            switch row.state {
            case .works, .differs:
                let isTested = known.contains(row.test)
                #expect(!row.ours.isEmpty, "\(row.name)")
                #expect(isTested, "\(row.name): there is no test \(row.test)")
                if case .differs(let how) = row.state { #expect(!how.isEmpty, "\(row.name)") }
            case .leftOut(let why):
                #expect(!why.isEmpty, "\(row.name)")
            }
        }
    }

    @Test("the table's count equals its rows")
    func counts() {
        let count = ParityTable.count(ParityTable.rows)
        #expect(count.works + count.differs + count.leftOut == ParityTable.rows.count)
        #expect(count.works > count.differs)
    }
}
