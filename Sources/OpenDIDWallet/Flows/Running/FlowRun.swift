/// A protocol run in progress. Its steps are an asynchronous sequence.
///
/// ```swift
/// let run = FlowRun { progress in
///     try await wallet.issueCredential(planId: plan, issuer: issuer, unlock: .pin(pin), progress: progress)
/// }
/// for await step in run.steps { print(step) }
/// let credential = try await run.value
/// ```
public struct FlowRun<Outcome: Sendable>: Sendable {
    /// The steps of the run. Each is sent when it begins, and the sequence ends with the run.
    public let steps: AsyncStream<FlowStep>

    private let task: Task<Outcome, any Error>

    /// Starts the run in a new task.
    /// - Parameter body: calls one of the wallet's functions with the progress handler that it receives.
    public init(_ body: @escaping @Sendable (@escaping FlowProgress) async throws -> Outcome) {
        let (stream, continuation) = AsyncStream.makeStream(of: FlowStep.self)
        steps = stream
        task = Task {
            defer { continuation.finish() }
            return try await body { continuation.yield($0) }
        }
    }

    /// The result of the run. Reading it waits for the end of the run.
    /// - Throws: the error that ended the run, which is the error of the wallet's function in the body.
    public var value: Outcome { get async throws { try await task.value } }

    /// Cancels the task of the run. A run that may already have changed the registry stays in the journal and can be resumed.
    public func cancel() { task.cancel() }
}
