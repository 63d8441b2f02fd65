import OpenDID_DataModel

/// Depersonalisation (OpenDID sheet 6.8): unbinds the user from the wallet. The app provider must attest the bound user, as it does for
/// personalisation.
public struct DepersonalizeFlow: ProtocolFlow {
    public static let name = "depersonalize"

    private enum Stage: Codable, Sendable {
        case token(WalletTokenExchange)
        case done

        var name: String {
            switch self {
            case .token: "request-wallet-tokendata"
            case .done: "done"
            }
        }
    }

    private let snapshot: WalletSnapshot
    private var stage = Stage.token(WalletTokenExchange(purpose: .DEPERSONALIZED))

    /// Creates a run.
    /// - Parameter snapshot: the wallet's present state.
    public init(snapshot: WalletSnapshot) { self.snapshot = snapshot }

    public var step: FlowStep { FlowStep(rawValue: stage.name) }
    public var isBinding: Bool { false }

    public mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove {
        switch stage {
        case .token(var tokens):
            let call = try tokens.call(snapshot, tools)
            stage = .token(tokens)
            return .send(call)
        case .done: return .finished(saving: FlowChanges([.unbindUser]))
        }
    }

    public mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        guard case .token(let tokens) = stage else { throw WalletError(.state, reason: "no answer is expected") }
        _ = try await tokens.accept(answer, snapshot, tools)
        stage = .done
    }

    public func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement { .undone(FlowChanges()) }

    public func outcome() throws(WalletError) {}
}
