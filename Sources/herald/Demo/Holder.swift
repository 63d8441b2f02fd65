import Foundation
import HeraldKeys
import OpenDIDWallet
import OpenDID_DataModel

/// The user of a wallet in the demonstration. The type also has the wallet's folder, and clients for the servers that the wallet uses.
final class Holder {
    /// The holder's user id at the app provider and the issuer.
    static let user = "alice"

    let server: String
    /// A client for the calls that operators and terminals make.
    let operators: ServerClient
    /// The presentations, as the verifier decrypted them.
    let presentations: PresentationFolder
    let configuration: WalletConfiguration
    let trace: FlowTrace
    private(set) var folder: URL
    private(set) var wallet: OpenDIDWallet
    var pin = SecretText("480215")
    let passcode = SecretText("open sesame")
    /// The id of the credential that the holder presents.
    var credentialID = ""

    init(server: String, token: String, presentations: PresentationFolder, folder: URL, trace: FlowTrace) async throws {
        self.server = server
        self.presentations = presentations
        self.folder = folder
        self.trace = trace
        operators = ServerClient(server: server, token: token, trace: trace)
        var settings = WalletFolder.Settings(
            server: server, tas: "did:omn:tas", appId: WalletConfiguration.makeAppID(), pkgName: SampleWorld.app)
        // The trust agent's keys are pinned now. If the registry later returns other keys, the wallet does not trust it.
        let tas = try await settings.registry().resolve(settings.tas, versionId: nil)
        settings.tasKeys = tas?.document.verificationMethod.filter { $0.id == DIDKeyName.assert.rawValue }.map(
            \.publicKeyMultibase)
        var configuration = try settings.configuration()
        // No call is sent before the answer to the previous call, because the diagrams show one call after the other.
        configuration.sendsAhead = false
        self.configuration = configuration
        wallet = OpenDIDWallet(vault: try await Self.vault(in: folder), configuration: configuration, observer: trace)
    }

    var unlock: HolderUnlock { .pin(pin) }
    var vault: WalletVault { wallet.vault }

    /// Opens a vault in which scrypt uses only 8 MiB for each attempt. Attempts are fast, because the demonstration protects nothing. In a
    /// real wallet, an attempt takes about 250 ms.
    private static func vault(in folder: URL) async throws -> WalletVault {
        try await WalletVault.open(
            at: .directory(folder), parameters: VaultParameters(cost: .fixed(ScryptCost(logRounds: 13))))
    }

    /// Continues with a new wallet in another folder. The previous wallet is not used any more, as if it were lost.
    func move(to folder: URL) async throws {
        wallet = OpenDIDWallet(vault: try await Self.vault(in: folder), configuration: configuration, observer: trace)
        self.folder = folder
    }

    /// Creates a verifier's offer, and presents only the claims that the verifier requires.
    func present() async throws -> PresentFlow.Outcome {
        let offer = try await ask()
        return try await wallet.present(offer.payload, txId: offer.txId, unlock: unlock)
    }

    /// Returns an offer of the verifier, as the terminal shows it.
    func ask() async throws -> VpOfferWrapper {
        let asked = RequestOfferPayload(mode: .Direct, device: SampleWorld.device, service: SampleWorld.service)
        return try await operators.call(OpenDIDEndpoints.Verifier.requestOfferQR, asked)
    }

    /// Presents claims, and returns the error with which the servers refuse them.
    /// - Throws: ``DemoError`` if the presentation is accepted.
    func refusedPresentation(_ what: String) async throws -> ServiceFailure {
        do {
            _ = try await present()
        } catch let error as WalletError {
            guard let failure = error.serverError else { throw error }
            return failure
        }
        throw DemoError("\(what) was accepted")
    }

    /// Returns the contents of all files in the wallet's folder.
    func storedBytes() throws -> Data {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.reduce(into: Data()) { $0 += try Data(contentsOf: $1) }
    }
}
