/// The time that a stranger waits for an answer.
enum AnswerTime {
    /// The longest wait, in seconds.
    static let limit = 5.0

    /// Returns the time that `body` took, in milliseconds. A failure or refusal counts as given up after ``limit``.
    static func milliseconds(_ body: () throws -> Bool) -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let isDone = (try? body()) ?? false
        return taken(clock.now - start, isDone)
    }

    static func milliseconds(_ body: () async throws -> Void) async -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            try await body()
            return taken(clock.now - start, true)
        } catch {
            return taken(clock.now - start, false)
        }
    }

    private static func taken(_ time: Duration, _ isDone: Bool) -> Double {
        let (whole, parts) = time.components
        let milliseconds = Double(whole) * 1e3 + Double(parts) * 1e-15
        return isDone ? milliseconds : max(milliseconds, limit * 1e3)
    }
}
