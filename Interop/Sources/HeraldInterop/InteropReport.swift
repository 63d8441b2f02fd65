import Foundation
import HeraldJSON

/// Prints checks and facts, one JSON object on each line, and counts the failures.
actor InteropReport {
    private(set) var failures = 0

    /// Runs one check. It succeeds when `body` returns.
    /// - Returns: the value of `body`, or `nil` when it threw.
    @discardableResult
    func check<T: Sendable>(_ name: String, _ body: @Sendable () async throws -> T) async -> T? {
        do {
            let value = try await body()
            say(["check": .string(name), "ok": true, "detail": ""])
            return value
        } catch {
            failures += 1
            say(["check": .string(name), "ok": false, "detail": .string("\(error)")])
            return nil
        }
    }

    /// Runs one step of a scenario and reports its result, or why it failed.
    @discardableResult
    func step<T: Sendable>(_ name: String, _ body: @Sendable () async throws -> (JSONValue, T)) async -> T? {
        do {
            let (value, result) = try await body()
            say(["step": .string(name), "value": value])
            return result
        } catch {
            failures += 1
            say(["step": .string(name), "error": .string("\(error)")])
            return nil
        }
    }

    /// Reports a fact to the other side.
    func fact(_ name: String, _ value: JSONValue) { say(["fact": .string(name), "value": value]) }

    private func say(_ line: JSONValue) {
        // The reader may be gone. The failure to write could then be reported to nobody.
        try? FileHandle.standardOutput.write(contentsOf: Data(line.serialized() + [0x0A]))
    }
}

/// The reason why a check fails.
struct Refuted: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Fails the running check unless both values are equal.
func expectEqual<T: Equatable>(_ got: T, _ wanted: T, _ what: String) throws {
    guard got == wanted else { throw Refuted("\(what): expected \(wanted), got \(got)") }
}

/// Fails the running check unless the condition is true.
func expect(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    guard condition else { throw Refuted(reason()) }
}
