import HeraldKeys
import OpenDID_DataModel

/// The data of the wallet that a run needs. It is read when the run begins and becomes a part of the run's state, so that later changes of
/// the wallet do not affect the run.
public struct WalletSnapshot: Codable, Sendable {
    /// The wallet's id, which the wallet provider assigned.
    public var walletId: String?
    /// The registered document of this installation.
    public var device: DIDDocument?
    /// The registered document of the user.
    public var holder: DIDDocument?
    /// The bound user.
    public var user: BoundUser?
    /// The packages that may request wallet tokens.
    public var allowedApps: [String]
    /// The id of the installed app.
    public var appId: String
    /// The app's package name.
    public var pkgName: String

    /// Creates a snapshot. The parameters have the names of the properties.
    public init(
        walletId: String?, device: DIDDocument?, holder: DIDDocument?, user: BoundUser?, allowedApps: [String],
        appId: String,
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

    /// Returns the description of the wallet that messages to servers contain.
    func wallet() throws(WalletError) -> Wallet {
        guard let walletId else {
            throw WalletError(.state, field: "walletId", reason: "there is no wallet yet", upstreamCode: "MSDKWLT05045")
        }
        return Wallet(id: walletId, did: try requireDevice().id)
    }
}
