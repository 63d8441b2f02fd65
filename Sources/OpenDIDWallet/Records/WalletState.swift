/// Where a wallet is in its life (OpenDID sheet 6.8). It follows from what is stored.
public enum WalletState: String, Codable, Sendable, Hashable, CaseIterable {
    /// There is no device document: nothing but creating a wallet is allowed.
    case installed
    /// The device is registered and no user is bound.
    case created
    /// A user is bound and has no DID yet.
    case personalized
    /// The user's DID is registered: credentials can be received and shown.
    case operation

    /// What a state allows and others do not.
    public enum Operation: String, Sendable, Hashable, CaseIterable {
        /// Registering the device.
        case create
        /// Binding a user.
        case personalize
        /// Letting the user go.
        case depersonalize
        /// Registering, changing or removing a lock.
        case configureLock
        /// Making the user's keys and first document.
        case createHolder
        /// Changing the user's keys and document, and restoring it.
        case updateHolder
        /// Receiving, showing and revoking credentials.
        case useCredentials
    }

    /// Whether an operation is allowed in this state.
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
    /// The wallet's state does not allow this.
    static func refused(_ operation: WalletState.Operation, in state: WalletState) -> WalletError {
        WalletError(.state, field: operation.rawValue, reason: "the wallet's state is \(state.rawValue), which does not allow this")
    }
}
