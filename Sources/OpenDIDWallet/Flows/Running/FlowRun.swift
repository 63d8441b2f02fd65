/// A run under way, with its steps as a sequence.
///
/// ```swift
/// let run = FlowRun { progress in try await wallet.issueCredential(planId: plan, issuer: issuer, unlock: .pin(pin), progress: progress) }
/// for await step in run.steps { print(step) }
/// let credential = try await run.value
/// ```
public struct FlowRun<Outcome: Sendable>: Sendable {
    /// The steps, each when it begins; ends with the run.
    public let steps: AsyncStream<FlowStep>

    private let task: Task<Outcome, any Error>

    /// Starts.
    /// - Parameter body: one of the wallet's calls, given the progress handler.
    public init(_ body: @escaping @Sendable (@escaping FlowProgress) async throws -> Outcome) {
        let (stream, continuation) = AsyncStream.makeStream(of: FlowStep.self)
        steps = stream
        task = Task {
            defer { continuation.finish() }
            return try await body { continuation.yield($0) }
        }
    }

    /// What the run yields, when it is through.
    public var value: Outcome { get async throws { try await task.value } }

    /// Gives up waiting. A run that is binding already stays in the journal and is resumed later.
    public func cancel() { task.cancel() }
}
