import OpenDID_DataModel

/// A protocol as a state machine without I/O: it returns the calls to send and receives the answers (OpenDID sheet 5).
///
/// The state of the protocol can be stored between any two steps. The protocol uses the clock, random numbers and all I/O only through
/// ``FlowTools``, so that a run can be repeated exactly. The state may contain keys and tokens, and is stored only in the encrypted journal
/// of the vault.
public protocol ProtocolFlow: Sendable, Codable {
    /// The result of a run.
    associatedtype Outcome: Sendable

    /// The protocol's stable name. Journal entries contain it.
    static var name: String { get }
    /// The current step of the run.
    var step: FlowStep { get }
    /// True if the current call or an earlier call may have changed the registry. Such a run must be completed or settled, and must not be
    /// dropped.
    var isBinding: Bool { get }
    /// True if the wallet sends a refused call once more before it accepts the refusal. Refusals are not signed, so an attacker may have
    /// forged the refusal of a call that succeeded. This matters for a call whose success the registry does not show.
    var doubtsRefusal: Bool { get }

    /// True if the journal keeps the answer to the current call until the answer is checked. The check may need look-ups that take long or
    /// fail, and some servers refuse to answer the same call again. Defaults to false.
    var keepsAnswer: Bool { get }

    /// The later calls that can be built without any further answer. They may be sent at the same time as the current call, because none of
    /// them changes the registry.
    var ahead: [ServiceCall] { get }

    /// Returns the next step. A second call before the answer arrives returns the same step, possibly with new content.
    /// - Throws: ``WalletError`` if the step cannot be prepared.
    mutating func next(_ tools: FlowTools) async throws(WalletError) -> FlowMove
    /// True if ``prepare(_:)`` does something in the current step. Defaults to false.
    var preparesAhead: Bool { get }
    /// Does work for later steps that needs no answer. It may be called while the server processes the call that ``next(_:)`` returned.
    /// - Throws: ``WalletError`` if the work cannot be done. The caller may ignore the error, because the step that needs the work reports
    /// it again.
    mutating func prepare(_ tools: FlowTools) async throws(WalletError)
    /// Receives the answer to the call that ``next(_:)`` returned.
    /// - Throws: ``WalletError`` with code `refused` if the server refused, or with code `verification` and others if the answer must not
    ///   be trusted.
    mutating func accept(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError)
    /// Asks the registry if a run that may have changed it did change it.
    /// - Throws: ``WalletError`` if the registry does not answer.
    func settle(_ tools: FlowTools) async throws(WalletError) -> FlowSettlement
    /// Returns the error that explains why a run failed. A call that may have changed the registry got no valid answer and was refused when
    /// it was sent again, in the same run or when the run was resumed. The error is the refusal, unless the protocol knows what was lost.
    /// - Parameter refusal: the error of the run.
    /// - Returns: the error that the run throws, or the value of ``ResumedRun/refusal``.
    func explaining(_ refusal: WalletError) -> WalletError
    /// The changes that restore the wallet's earlier state if the run fails before it can have changed the registry.
    var rollback: FlowChanges { get }
    /// Returns the result of the run after its end.
    /// - Throws: ``WalletError`` with code `state` if the run has not ended.
    func outcome() throws(WalletError) -> Outcome
}

extension ProtocolFlow {
    public var preparesAhead: Bool { false }
    public var ahead: [ServiceCall] { [] }
    public mutating func prepare(_ tools: FlowTools) async throws(WalletError) {}
    public var rollback: FlowChanges { FlowChanges() }
    public var doubtsRefusal: Bool { false }
    public var keepsAnswer: Bool { false }
    public func explaining(_ refusal: WalletError) -> WalletError { refusal }
}

/// A named step of a protocol, such as `request-ecdh`, for showing progress and for reporting where a run stopped.
public struct FlowStep: RawRepresentable, Codable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the step's call, or of the step if it makes no call.
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

/// Changes of the wallet's store that belong to one step. One transaction stores them together with the state of the run after the step.
public struct FlowChanges: Sendable {
    package let list: [VaultChange]

    package init(_ list: [VaultChange] = []) { self.list = list }
}

/// The registry's answer about a run that was refused although it may have changed the registry.
public enum FlowSettlement: Sendable {
    /// The registry has the change that the run requested. The associated changes adapt the wallet to it.
    case done(FlowChanges)
    /// The registry does not have the change that the run requested. The associated changes restore the wallet's earlier state.
    case undone(FlowChanges)
}
