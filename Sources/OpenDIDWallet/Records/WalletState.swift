/// The state of a wallet (OpenDID sheet 6.8). It is determined by the data that the wallet stores.
public enum WalletState: String, Codable, Sendable, Hashable, CaseIterable {
    /// The device has no document. Only the creation of a wallet is allowed.
    case installed
    /// The device is registered and no user is bound.
    case created
    /// A user is bound and has no DID yet.
    case personalized
    /// The user's DID is registered. Credentials can be received and shown.
    case operation

    /// An operation that is allowed only in some states.
    public enum Operation: String, Sendable, Hashable, CaseIterable {
        /// Registering the device.
        case create
        /// Binding a user.
        case personalize
        /// Unbinding the user.
        case depersonalize
        /// Registering, changing or removing a lock.
        case configureLock
        /// Creating the user's keys and first document.
        case createHolder
        /// Changing the user's keys and document, and activating the user's DID again.
        case updateHolder
        /// Receiving, showing and revoking credentials.
        case useCredentials
    }

    /// True if the operation is allowed in this state.
    public func allows(_ operation: Operation) -> Bool {
        switch operation {
        case .create: self == .installed
        case .personalize: self == .created
        case .depersonalize: self == .personalized || self == .operation
        case .configureLock: self != .installed
        case .createHolder: self == .personalized
        case .updateHolder, .useCredentials: self == .operation
        }
    }
}

extension WalletError {
    /// Returns the error for an operation that the wallet's state does not allow.
    static func refused(_ operation: WalletState.Operation, in state: WalletState) -> WalletError {
        WalletError(
            .state, field: operation.rawValue,
            reason: "the wallet's state is \(state.rawValue), which does not allow this")
    }
}
