import Foundation
import TestSupport
import Testing

@Suite("Parity with the iOS SDK")
struct SDNParityTests {
    private let table: ParityTable

    init() throws { table = try ParityTable() }

    @Test("docs/parity-sdn.md is what HERALD_WRITE_DOCS=1 writes")
    func document() throws {
        let file = PackageFiles.url("docs/parity-sdn.md")
        let text = table.markdown
        if ProcessInfo.processInfo.environment["HERALD_WRITE_DOCS"] == "1" { try Data(text.utf8).write(to: file) }
        let isFresh = (try? String(contentsOf: file, encoding: .utf8)) == text
        #expect(isFresh, "stale: HERALD_WRITE_DOCS=1 swift test --filter SDNParityTests writes it anew")
    }

    @Test("every method exists, or the table says why not")
    func nothingIsMissing() {
        #expect(table.lines.count > 300)
        #expect(table.lines.filter { $0.state == .missing }.map(\.row.key) == [])
    }

    @Test("a test calls every form of an existing method successfully, or expects its refusal if the table says so")
    func everythingIsTested() {
        let calls = table.lines.filter { $0.hasCall && $0.test == nil },
            closures = table.lines.filter { $0.hasClosures && $0.closureTest == nil }
        #expect(calls.map(\.row.key) == [])
        #expect(closures.map(\.row.key) == [])
        for line in table.lines where !line.hasCall && !line.hasClosures {
            if case .leftOut = line.state { continue }
            Issue.record("\(line.row.key) has no form")
        }
    }

    @Test("every required method exists and works")
    func priorities() {
        for line in table.lines where ["P0", "P1"].contains(line.row.priority) {
            #expect(line.state == .works, "\(line.row.key) is \(line.row.priority)")
        }
    }

    @Test("a call counts for a method if it has every label and is not expected to fail")
    func counting() throws {
        let text = """
            struct A {
                @Test func a(_ client: MXRestClient, other: Other) async throws {
                    await #expect(throws: MXError.notFound) { try await client.event(withEventId: "a", inRoom: "b") }
                    #expect(await failure { try await client.event(withEventId: "a", inRoom: "b") } == nil)
                    try await client.event(withEventId: "a")
                    try await other.event(withEventId: "a", inRoom: "b")
                }
                @Test func b() {
                    let ann = MXRestClient(node: url), room = ann.room(withRoomId: "r")
                    ann.event(withEventId: "a", inRoom: "b") { _ in }
                    if ann.event(withEventId: f("a, b: c"), inRoom: "b") { }
                }
            }
            """
        func row(_ labels: [String]) -> ParityRow {
            ParityRow(part: "", priority: "P0", type: "MXRestClient", name: "event", labels: labels)
        }
        func declaration(_ labels: [String], closure: Bool) -> PublicDeclaration {
            let parameters = labels.map {
                PublicDeclaration.Parameter(label: $0, isClosure: false, hasDefault: $0 == "inRoom")
            }
            return PublicDeclaration(
                type: "MXRestClient", name: "event",
                parameters: parameters
                    + (closure ? [.init(label: "completion", isClosure: true, hasDefault: false)] : []))
        }
        let long = ["withEventId", "inRoom"]
        let calls = Dictionary(
            grouping: TestedCall.calls(of: SwiftTokens(text).tokens, types: ReceiverTypes()), by: \.name)
        #expect(row(long).test(of: [declaration(long, closure: false)], among: calls) == "A.b")
        #expect(row(long).test(of: [declaration(long, closure: false)], among: calls, refused: true) == "A.a")
        #expect(row(["withEventId"]).test(of: [declaration(["withEventId"], closure: false)], among: calls) == "A.a")
        #expect(row(long).test(of: [declaration(long, closure: true)], among: calls) == "A.b")
        #expect(row(["withEventId"]).test(of: [declaration(["withEventId"], closure: true)], among: calls) == nil)
        #expect(calls["event"]?.last?.trailing == [], "a statement's body is no closure")
    }

    @Test("a note belongs to a method of the table that does not simply work")
    func notes() {
        let states = Dictionary(uniqueKeysWithValues: table.lines.map { ($0.row.key, $0.state) })
        for key in ParityNotes.differs.keys { #expect(states[key] != nil && states[key] != .works, "\(key)") }
        for key in ParityNotes.leftOut.keys { #expect(states[key] != nil && states[key] != .works, "\(key)") }
        for key in ParityNotes.refuses.keys {
            #expect(states[key].map { if case .refuses = $0 { true } else { false } } == true, "\(key)")
        }
    }

    @Test("Swift text is read without its comments and literals")
    func tokens() {
        let text = """
            // struct A {
            /* func b() { */
            struct C { let d = "func e(\\(f(")"))) {"; let g = #"\\"("# }
            """
        #expect(
            SwiftTokens(text).tokens == ["struct", "C", "{", "let", "d", "=", "\"", ";", "let", "g", "=", "\"", "}"])
    }
}
