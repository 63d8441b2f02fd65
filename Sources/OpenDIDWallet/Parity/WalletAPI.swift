import HeraldLocks
import OpenDID_DataModel

/// The wallet with the method names of the iOS SDK (OpenDID sheet 8), for apps that were written for that SDK and make the calls to the
/// servers themselves. New apps should use ``OpenDIDWallet``, which runs a whole protocol with one call.
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
/// ``shared`` is an ordinary instance. An app or a test can create other instances.
///
/// Every method differs from the iOS SDK in two points. It is `async`, because the vault is an actor. It throws ``WalletError``, whose
/// ``WalletError/upstreamCode`` is the number of OpenDID sheet 6.9. A URL argument may be a server's base URL or the whole URL of the call.
/// A method with the argument `hWalletToken` compares it in constant time with the stored token. The token must not have expired, must have
/// one of the purposes that the sheet names, must be of an allowed app, and must belong to the bound user. `docs/parity-opendid.md` lists
/// the differences of single methods.
public final class WalletAPI: Sendable {
    /// A function that opens the wallet. It is called when the wallet is first needed, and again after the wallet was deleted.
    public typealias Opener = @Sendable () async throws(WalletError) -> OpenDIDWallet

    /// The instance for apps of the iOS SDK. Set its wallet with ``attach(_:)``.
    public static let shared = WalletAPI(WalletSource(nil))

    /// The data that several calls of one protocol share. It is lost at the end of the process.
    private let memory = Mutex(APIMemory())
    private let source: WalletSource

    /// Creates an instance for an open wallet.
    public convenience init(_ wallet: OpenDIDWallet) {
        self.init { () throws(WalletError) in wallet }
    }

    /// Creates an instance for a wallet that is opened when it is first needed.
    public convenience init(opening open: @escaping Opener) {
        self.init(WalletSource(open))
    }

    private init(_ source: WalletSource) { self.source = source }

    /// Sets the wallet. An earlier wallet is not closed, and the app must close it.
    public func attach(_ open: @escaping Opener) async {
        remembering { $0 = APIMemory() }
        await source.use(open)
    }

    /// Returns the wallet of this API.
    /// - Throws: ``WalletError`` with code `state` if no wallet was attached, or the error of opening the wallet.
    public func wallet() async throws(WalletError) -> OpenDIDWallet { try await source.wallet() }

    /// Reads or changes the data that several calls share.
    func remembering<Value: Sendable>(_ body: (inout APIMemory) -> Value) -> Value { memory.withLock { body(&$0) } }

    /// Releases the wallet after it was deleted. The next call opens a new one.
    func forget() async {
        remembering { $0 = APIMemory() }
        await source.forget()
    }
}
