import OpenDID_DataModel

/// A protocol as a state machine without I/O: it says what to send and is given the answer (OpenDID sheet 5).
///
/// Its state can be written down between any two steps. No clock, random number, socket or file is touched but through ``FlowTools``, so
/// that a run can be repeated exactly. The state may hold keys and tokens: it goes nowhere but into the vault's encrypted journal.
public protocol ProtocolFlow: Sendable, Codable {
    /// What a run yields.
    associatedtype Outcome: Sendable

    /// The protocol's stable name; journal entries carry it.
    static var name: String { get }
    /// Where the run is.
    var step: FlowStep { get }
    /// Whether the call that is under way, or one before it, may have changed what the registry keeps. From then on a run is finished or
    /// settled, never just dropped.
    var isBinding: Bool { get }
    /// Whether a refusal of the call under way is asked for once more before it is believed: nobody signs a refusal, and what the servers
    /// did all the same would be lost, because the registry does not tell of it.
    var doubtsRefusal: Bool { get }

    /// What to do next. Asked again without an answer in between, it says the same anew.
    mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove
    /// Takes the answer to the call that ``next(_:)`` asked for.
    /// - Throws: ``WalletError`` `refused` when the server refused, `verification` and others when the answer is not to be trusted.
    mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError)
    /// Finds out from the registry whether a binding run had its effect.
    func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement
    /// What to tell of a run that was interrupted in its binding part, taken up again and refused: the refusal, unless the protocol knows
    /// what was lost with it.
    /// - Parameter refusal: what came of it.
    /// - Returns: the error that ``ResumedRun/refusal`` is.
    func explaining(_ refusal: WalletError) -> WalletError
    /// What takes the wallet back to where it was before a run that is not binding yet.
    var rollback: FlowChanges { get }
    /// What the run yielded; only after it is through.
    func outcome() throws(WalletError) -> Outcome
}

extension ProtocolFlow {
    public var rollback: FlowChanges { FlowChanges() }
    public var doubtsRefusal: Bool { false }
    public func explaining(_ refusal: WalletError) -> WalletError { refusal }
}
