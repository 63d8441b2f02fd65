import OpenDID_DataModel

/// A protocol as a state machine without I/O: it returns the calls to send and receives the answers (OpenDID sheet 5).
///
/// Its state can be stored between any two steps. It uses the clock, random numbers and all I/O only through ``FlowTools``, so that a run
/// can be repeated exactly. The state may contain keys and tokens, and is stored only in the vault's encrypted journal.
public protocol ProtocolFlow: Sendable, Codable {
    /// The result of a run.
    associatedtype Outcome: Sendable

    /// The protocol's stable name, which journal entries contain.
    static var name: String { get }
    /// The current step of the run.
    var step: FlowStep { get }
    /// True if the current call, or one before it, may have changed the registry. From then on a run must be completed or settled, and
    /// cannot be dropped.
    var isBinding: Bool { get }
    /// True if a refused call is sent once more before the refusal is believed. Refusals are not signed, and the effect of the call would
    /// be lost if the servers did act, because the registry does not show it.
    var doubtsRefusal: Bool { get }

    /// The calls that come after the present one and depend on no further answer. They may be sent at the same time as the present call,
    /// because none of them changes the registry.
    var ahead: [ServiceCall] { get }

    /// Returns the next step. If it is called again before an answer, it returns the same step, possibly with new content.
    /// - Throws: ``WalletError`` if the step cannot be prepared.
    mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove
    /// Does work for the coming steps that needs no answer. It may be called while the call that ``next(_:)`` returned is under way.
    /// - Throws: ``WalletError`` if the work cannot be done. The step that needs it reports the error.
    mutating func prepare(_ tools: FlowTools) async throws(WalletError)
    /// Receives the answer to the call that ``next(_:)`` returned.
    /// - Throws: ``WalletError`` with code `refused` if the server refused, or with code `verification` and others if the answer is not to
    ///   be trusted.
    mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError)
    /// Asks the registry if a binding run had its effect.
    /// - Throws: ``WalletError`` if the registry does not answer.
    func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement
    /// Returns the error to report for a run that was interrupted after a binding call, resumed and refused. It is the refusal, unless the
    /// protocol knows what was lost.
    /// - Parameter refusal: the error of the resumed run.
    /// - Returns: the value of ``ResumedRun/refusal``.
    func explaining(_ refusal: WalletError) -> WalletError
    /// The changes that restore the wallet's earlier state if the run is not binding yet.
    var rollback: FlowChanges { get }
    /// Returns the result of the run after its end.
    /// - Throws: ``WalletError`` with code `state` if the run has not ended.
    func outcome() throws(WalletError) -> Outcome
}

extension ProtocolFlow {
    public var ahead: [ServiceCall] { [] }
    public mutating func prepare(_ tools: FlowTools) async throws(WalletError) {}
    public var rollback: FlowChanges { FlowChanges() }
    public var doubtsRefusal: Bool { false }
    public func explaining(_ refusal: WalletError) -> WalletError { refusal }
}

/// A named step of a protocol, such as `request-ecdh`, for showing progress and for reporting where a run stopped.
public struct FlowStep: RawRepresentable, Codable, Sendable, Hashable, CustomStringConvertible {
    /// The step's name: the name of its call, or of the step in the wallet.
    public let rawValue: String
    /// Creates a step from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}

/// A function that is called at the beginning of each step.
public typealias FlowProgress = @Sendable (FlowStep) -> Void

/// The next step of a protocol.
public enum FlowMove: Sendable {
    /// Store the changes, then send the call and pass the answer to the protocol.
    case send(ServiceCall, saving: FlowChanges)
    /// Let the caller decide something, such as the claims to show, before the protocol continues.
    case decide
    /// Store the changes. The protocol has ended.
    case finished(saving: FlowChanges)

    static func send(_ call: ServiceCall) -> FlowMove { .send(call, saving: FlowChanges()) }
}

/// Changes of the wallet's store that belong to one step. They are stored in one transaction with the step.
public struct FlowChanges: Sendable {
    package let list: [VaultChange]

    package init(_ list: [VaultChange] = []) { self.list = list }
}

/// The result of a run that was refused after it may have had its effect.
public enum FlowSettlement: Sendable {
    /// The registry has the requested change. The changes adapt the wallet to it.
    case done(FlowChanges)
    /// The registry does not have the requested change. The changes restore the wallet's earlier state.
    case undone(FlowChanges)
}
