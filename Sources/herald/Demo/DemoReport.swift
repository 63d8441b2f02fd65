import Foundation
import HeraldJSON

/// Reports each step of the demonstration. A report is a tick, the facts and the time that the step took, or one JSON object for each step.
struct DemoReport {
    enum Form {
        /// Lines for a person. They are in colour if the terminal supports it.
        case lines(colour: Bool)
        /// One JSON object per line.
        case json
    }

    /// A fact that a step reports, as a name and a value.
    struct Fact {
        let name: String
        let value: JSONValue
        /// Lines that are shown only at a terminal, such as a QR code.
        var picture: [String] = []
    }

    let form: Form
    private(set) var failures = 0
    /// The steps that were reported so far, as lines for a picture.
    private(set) var pictured: [DemoPicture.Line] = []
    private var number = 0

    init(form: Form) { self.form = form }

    /// Runs a step, and reports it. If the step throws, the report contains the reason.
    /// - Returns: true when the step succeeded.
    mutating func step(_ title: String, _ body: () async throws -> [Fact]) async -> Bool {
        number += 1
        let clock = ContinuousClock()
        let start = clock.now
        var facts: [Fact] = []
        var failure: String?
        do { facts = try await body() } catch { failure = "\(error)" }
        let elapsed = clock.now - start
        if failure != nil { failures += 1 }
        pictured.append(
            .init(
                mark: Self.mark(failure), text: "\(number). \(title)", aside: "\(Self.milliseconds(elapsed)) ms"))
        switch form {
        case .json: printObject(title: title, facts: facts, failure: failure, elapsed: elapsed)
        case .lines(let colour):
            printLines(title: title, facts: facts, failure: failure, elapsed: elapsed, colour: colour)
        }
        return failure == nil
    }

    private func printLines(title: String, facts: [Fact], failure: String?, elapsed: Duration, colour: Bool) {
        let mark = Self.mark(failure)
        let painted = colour ? "\u{1B}[\(failure == nil ? 32 : 31)m\(mark)\u{1B}[0m" : mark
        let dim = colour ? ("\u{1B}[2m", "\u{1B}[0m") : ("", "")
        say("\(painted) \(number). \(title)  \(dim.0)\(Self.milliseconds(elapsed)) ms\(dim.1)")
        let width = facts.map(\.name.count).max() ?? 0
        for fact in facts {
            let text = Self.text(fact.value).split(separator: "\n", omittingEmptySubsequences: false)
            say(
                "     \(dim.0)\(fact.name.padding(toLength: width, withPad: " ", startingAt: 0))\(dim.1)  \(text.first ?? "")"
            )
            for line in text.dropFirst() { say("     \(String(repeating: " ", count: width))  \(line)") }
            if colour { for line in fact.picture { say("     \(line)") } }
        }
        if let failure { say("     \(failure)") }
    }

    private func printObject(title: String, facts: [Fact], failure: String?, elapsed: Duration) {
        var object: JSONObject = [
            "step": .int(Int64(number)), "title": .string(title), "ok": .bool(failure == nil),
            "ms": .int(Self.milliseconds(elapsed)),
            "facts": .object(JSONObject(uniqueKeysWithValues: facts.map { ($0.name, $0.value) })),
        ]
        if let failure { object["reason"] = .string(failure) }
        say(String(decoding: JSONValue.object(object).serialized(), as: UTF8.self))
    }

    /// Prints a line without buffering, so that it is visible at once.
    func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func mark(_ failure: String?) -> String { failure == nil ? "✓" : "✗" }

    private static func text(_ value: JSONValue) -> String {
        value.stringValue ?? String(decoding: value.serialized(), as: UTF8.self)
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
