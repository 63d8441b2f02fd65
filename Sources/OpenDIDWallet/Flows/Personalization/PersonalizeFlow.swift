import OpenDID_DataModel

/// Personalisation (OpenDID sheet 5.4, 6.4): the app provider attests the user, and the wallet is bound to this user.
public struct PersonalizeFlow: ProtocolFlow {
    public static let name = "personalize"

    /// The result of personalisation.
    public struct Outcome: Sendable, Hashable {
        /// The user's id at the app.
        public let userId: String
    }

    private enum Stage: Codable, Sendable {
        case token(WalletTokenExchange)
        case done(piiHash: FlowSecret)

        var name: String {
            switch self {
            case .token: "request-wallet-tokendata"
            case .done: "done"
            }
        }
    }

    private let snapshot: WalletSnapshot
    private let userId: String
    private var stage: Stage

    /// Creates a run.
    /// - Parameters:
    ///   - snapshot: the wallet's present state.
    ///   - userId: the user's id at the app.
    ///   - withLock: true if a lock is registered with the same token (purpose 3 instead of 1). Defaults to false.
    public init(snapshot: WalletSnapshot, userId: String, withLock: Bool = false) {
        self.snapshot = snapshot
        self.userId = userId
        stage = .token(WalletTokenExchange(purpose: withLock ? .PERSONALIZE_AND_CONFIGLOCK : .PERSONALIZED))
    }

    public var step: FlowStep { FlowStep(rawValue: stage.name) }
    public var isBinding: Bool { false }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .token(var tokens):
            let call = try tokens.call(snapshot, userId: userId, tools)
            stage = .token(tokens)
            return .send(call)
        case .done(let piiHash):
            return .finished(saving: FlowChanges([.bindUser(piiHash: piiHash.exposedBytes, userId: userId)]))
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        guard case .token(let tokens) = stage else { throw WalletError(.state, reason: "no answer is expected") }
        stage = .done(piiHash: FlowSecret(try await tokens.accept(answer, snapshot, tools).record.piiHash))
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement { .undone(rollback) }

    public func outcome() throws(WalletError) -> Outcome { Outcome(userId: userId) }
}
