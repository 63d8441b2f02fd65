import Foundation
import HeraldJSON

/// Prints checks and facts, one JSON object a line, and counts the failures.
actor InteropReport {
    private(set) var failures = 0

    /// Runs one check: it holds when `body` returns.
    /// - Returns: what `body` returned, or `nil` when it threw.
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

    /// Runs one step of a scenario and tells what it led to, or why it did not.
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

    /// Tells the other side what was made.
    func fact(_ name: String, _ value: JSONValue) { say(["fact": .string(name), "value": value]) }

    private func say(_ line: JSONValue) {
        // Nobody may be left to read it; then there is nobody to tell about the failure either.
        try? FileHandle.standardOutput.write(contentsOf: Data(line.serialized() + [0x0A]))
    }
}

/// Why a check does not hold.
struct Refuted: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Refutes the running check unless both are equal.
func expectEqual<T: Equatable>(_ got: T, _ wanted: T, _ what: String) throws {
    guard got == wanted else { throw Refuted("\(what): expected \(wanted), got \(got)") }
}

/// Refutes the running check unless the condition holds.
func expect(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    guard condition else { throw Refuted(reason()) }
}
