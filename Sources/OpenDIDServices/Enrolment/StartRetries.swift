/// Repeats work of a starting process while another server or the database is not available for now.
///
/// Many processes that start at once conflict in the trust agent's database, and some of them are answered with 503. Such an answer must not end the
/// process.
struct StartRetries: Sendable {
    /// The pause between two attempts.
    static let pause = Duration.milliseconds(200)
    /// The time after which a failure is final.
    let timeout: Duration

    /// Performs the work, and repeats it after a failure that a ``TemporaryOutage`` caused. The work must be safe to repeat.
    /// - Throws: the errors of `work`, and `CancellationError`.
    func run<T>(_ work: () async throws -> T) async throws -> T {
        let end = ContinuousClock.now.advanced(by: timeout)
        while true {
            let outage = TemporaryOutage()
            do {
                return try await TemporaryOutage.$current.withValue(outage) { try await work() }
            } catch {
                guard let note = outage.note else { throw error }
                guard ContinuousClock.now < end else {
                    // The caller may be answering a request of an operator.
                    TemporaryOutage.note(note)
                    throw error
                }
            }
            try await Task.sleep(for: Self.pause)
        }
    }
}
