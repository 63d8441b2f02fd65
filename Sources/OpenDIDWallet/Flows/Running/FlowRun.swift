/// A run in progress, with its steps as a sequence.
///
/// ```swift
/// let run = FlowRun { progress in
///     try await wallet.issueCredential(planId: plan, issuer: issuer, unlock: .pin(pin), progress: progress)
/// }
/// for await step in run.steps { print(step) }
/// let credential = try await run.value
/// ```
public struct FlowRun<Outcome: Sendable>: Sendable {
    /// The steps, each at its beginning. The sequence ends with the run.
    public let steps: AsyncStream<FlowStep>

    private let task: Task<Outcome, any Error>

    /// Starts the run.
    /// - Parameter body: one of the wallet's calls. It receives the progress handler.
    public init(_ body: @escaping @Sendable (@escaping FlowProgress) async throws -> Outcome) {
        let (stream, continuation) = AsyncStream.makeStream(of: FlowStep.self)
        steps = stream
        task = Task {
            defer { continuation.finish() }
            return try await body { continuation.yield($0) }
        }
    }

    /// Returns the result after the end of the run.
    public var value: Outcome { get async throws { try await task.value } }

    /// Cancels the task. A run that is already binding stays in the journal and can be resumed.
    public func cancel() { task.cancel() }
}
