import HeraldJSON
import SDNSDK
import SDNWire

/// Counts what the clients of a load do, and repeats what fails.
actor LoadRecord {
    /// The time after which a client gives up.
    private static let patience = Duration.seconds(90)
    private static let pause = Duration.milliseconds(200)

    /// True if the clients begin nothing more.
    private(set) var isOver = false
    private var logins: Int64 = 0
    private var attempts: Int64 = 0
    private var failures: [String: Int64] = [:]

    func end() { isOver = true }

    /// The counts: logins, attempts to log in, and how often each request failed with which error.
    var value: JSONValue {
        [
            "logins": .int(logins), "attempts": .int(attempts),
            "failures": .object(
                JSONObject(uniqueKeysWithValues: failures.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) })),
        ]
    }

    /// Logs in, and repeats the whole login until it works, as an app does.
    func logIn(_ body: @Sendable () async throws -> MXCredentials) async throws -> MXCredentials {
        let credentials = try await repeating("login") {
            await self.attempt()
            return try await body()
        }
        logins += 1
        return credentials
    }

    private func attempt() { attempts += 1 }

    /// Repeats a request until it works.
    /// - Throws: ``Refuted`` with the last error if it still fails after 90 s.
    nonisolated func repeating<Value: Sendable>(
        _ what: String, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let end = ContinuousClock.now + Self.patience
        while true {
            do {
                return try await body()
            } catch {
                let reason = Self.reason(error)
                await failed("\(what): \(reason)")
                guard ContinuousClock.now < end else { throw Refuted("\(what) still fails after 90 s: \(reason)") }
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    private func failed(_ what: String) { failures[what, default: 0] += 1 }

    /// Returns the error's status and code, which do not differ from one time to the next.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as MXError: "\(error.httpStatus.map(String.init) ?? "no status") \(error.errcode)"
        case let error as SDNSDKError: "\(error.httpStatus.map(String.init) ?? "no status") \(error.code.rawValue)"
        default: "\(error)"
        }
    }
}
