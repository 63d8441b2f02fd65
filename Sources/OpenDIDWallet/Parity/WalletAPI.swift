import OpenDID_DataModel
import Synchronization

/// The wallet under the method names of the iOS SDK (OpenDID sheet 8): for apps that were written for it and make the calls to the servers
/// themselves. New apps are better off with ``OpenDIDWallet``, which does a whole protocol with one call.
///
/// ```swift
/// await WalletAPI.shared.attach { () throws(WalletError) in
///     OpenDIDWallet(vault: try await WalletVault.open(at: .directory(folder)), configuration: configuration)
/// }
/// if try await !WalletAPI.shared.isExistWallet() {
///     try await WalletAPI.shared.createWallet(tasURL: tas, walletURL: walletProvider)
/// }
/// ```
///
/// ``shared`` is an ordinary value that was made beforehand; an app or a test makes as many others as it likes.
///
/// What differs for every method: it is `async`, because the vault is an actor, and throws ``WalletError``, whose
/// ``WalletError/upstreamCode`` is the number of OpenDID sheet 6.9. URLs may be a server's base URL or the whole URL of the call. A call that takes
/// `hWalletToken` compares it in constant time and wants it in date, for one of the purposes of the sheet, of an app that is allowed, and of the
/// bound user. What single methods do otherwise is in `docs/parity-opendid.md`.
public final class WalletAPI: Sendable {
    /// Makes the wallet when it is first needed, and again after it was deleted.
    public typealias Opener = @Sendable () async throws(WalletError) -> OpenDIDWallet

    /// The one that apps of the iOS SDK use. ``attach(_:)`` gives it its wallet.
    public static let shared = WalletAPI(WalletSource(nil))

    /// What lives between the calls of one protocol, and no longer than the process.
    private let memory = Mutex(APIMemory())
    private let source: WalletSource

    /// A front for a wallet.
    public convenience init(_ wallet: OpenDIDWallet) {
        self.init { () throws(WalletError) in wallet }
    }

    /// A front for a wallet that is opened when it is first needed.
    public convenience init(opening open: @escaping Opener) {
        self.init(WalletSource(open))
    }

    private init(_ source: WalletSource) { self.source = source }

    /// Gives the front its wallet, or another one. A wallet that it had stays open; closing it is for the app.
    public func attach(_ open: @escaping Opener) async {
        remembering { $0 = APIMemory() }
        await source.use(open)
    }

    /// The wallet behind this front.
    /// - Throws: ``WalletError`` `state` when none was attached, and what opening throws.
    public func wallet() async throws(WalletError) -> OpenDIDWallet { try await source.wallet() }

    /// Reads or changes what lives between the calls.
    func remembering<Value: Sendable>(_ body: (inout APIMemory) -> Value) -> Value { memory.withLock { body(&$0) } }

    /// Lets a deleted wallet go; the next call opens another one.
    func forget() async {
        remembering { $0 = APIMemory() }
        await source.forget()
    }
}
