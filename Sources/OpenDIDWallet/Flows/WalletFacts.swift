import HeraldKeys
import OpenDID_DataModel

/// What a run has to know of its wallet; taken when it begins and kept in its state, so that a run is one closed piece.
public struct WalletFacts: Codable, Sendable {
    /// The id that the wallet provider gave.
    public var walletId: String?
    /// The registered document of this installation.
    public var device: DIDDocument?
    /// The registered document of the user.
    public var holder: DIDDocument?
    /// The bound user.
    public var user: BoundUser?
    /// The packages that may ask for tokens.
    public var allowedApps: [String]
    /// The id of the app's installation.
    public var appId: String
    /// The app's package name.
    public var pkgName: String

    /// Facts one by one.
    public init(
        walletId: String?, device: DIDDocument?, holder: DIDDocument?, user: BoundUser?, allowedApps: [String], appId: String,
        pkgName: String
    ) {
        self.walletId = walletId
        self.device = device
        self.holder = holder
        self.user = user
        self.allowedApps = allowedApps
        self.appId = appId
        self.pkgName = pkgName
    }

    func requireDevice() throws(WalletError) -> DIDDocument {
        guard let device else { throw WalletError(.state, field: "device", reason: "there is no wallet yet") }
        return device
    }

    func requireHolder() throws(WalletError) -> DIDDocument {
        guard let holder else { throw WalletError(.state, field: "holder", reason: "no user is registered yet") }
        return holder
    }

    /// This wallet as messages name it.
    func wallet() throws(WalletError) -> Wallet {
        guard let walletId else {
            throw WalletError(.state, field: "walletId", reason: "there is no wallet yet", upstreamCode: "MSDKWLT05045")
        }
        return Wallet(id: walletId, did: try requireDevice().id)
    }
}
