/// The role that a certificate credential gives a provider (OpenDID sheet 0, 4.6).
///
/// OpenDID sheet 4.9, #38: the original text's list of contents calls it `ROLE_TYPE`.
public enum RoleTypeEnum: String, Jsonable, Sendable, Hashable, CaseIterable {
    case Tas
    /// The role with which the DID document of a wallet's device is registered.
    case Wallet
    case Issuer
    case Verifier
    case WalletProvider
    /// The role of the server that attests an app.
    case CAS_SERVICE = "AppProvider"
    case ListProvider
    case OpProvider
    case KycProvider
    case NotificationProvider
    case LogProvider
    case PortalProvider
    case DelegationProvider
    case StorageProvider
    case BackupProvider
    /// The role with which the DID document of a user is registered.
    case Etc
}
