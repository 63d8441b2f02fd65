import Foundation
import HeraldKeys
import OpenDIDWallet
import OpenDID_DataModel

/// A person with a wallet in a folder, and the demonstration's data about the servers around it.
final class Holder {
    /// The holder's user id at app provider and issuer.
    static let user = "alice"

    let server: String
    /// A client for the calls of operators and terminals.
    let operators: ServerClient
    /// The presentations that the verifier decrypted.
    let presentations: PresentationFolder
    let configuration: WalletConfiguration
    let trace: FlowTrace
    private(set) var folder: URL
    private(set) var wallet: OpenDIDWallet
    var pin = SecretText("480215")
    let passcode = SecretText("open sesame")
    /// The id of the credential that is presented.
    var credentialID = ""

    init(server: String, token: String, presentations: PresentationFolder, folder: URL, trace: FlowTrace) async throws {
        self.server = server
        self.presentations = presentations
        self.folder = folder
        self.trace = trace
        operators = ServerClient(server: server, token: token, trace: trace)
        var settings = WalletFolder.Settings(
            server: server, tas: "did:omn:tas", appId: WalletConfiguration.makeAppID(), pkgName: SampleWorld.app)
        // From here on a registry that shows other keys of the trust agent is not trusted.
        let tas = try await settings.registry().resolve(settings.tas, versionId: nil)
        settings.tasKeys = tas?.document.verificationMethod.filter { $0.id == DIDKeyName.assert.rawValue }.map(
            \.publicKeyMultibase)
        var configuration = try settings.configuration()
        // The diagrams show one call after the other.
        configuration.sendsAhead = false
        self.configuration = configuration
        wallet = OpenDIDWallet(vault: try await Self.vault(in: folder), configuration: configuration, observer: trace)
    }

    var unlock: HolderUnlock { .pin(pin) }
    var vault: WalletVault { wallet.vault }

    /// Opens a vault with 8 MiB of scrypt for each attempt, to save time, because the demonstration protects nothing. A real wallet takes about 250
    /// ms.
    private static func vault(in folder: URL) async throws -> WalletVault {
        try await WalletVault.open(
            at: .directory(folder), parameters: VaultParameters(cost: .fixed(ScryptCost(logRounds: 13))))
    }

    /// Opens a wallet in another folder. The previous one is lost.
    func move(to folder: URL) async throws {
        wallet = OpenDIDWallet(vault: try await Self.vault(in: folder), configuration: configuration, observer: trace)
        self.folder = folder
    }

    /// Lets the verifier ask, and presents only what it requires.
    func present() async throws -> PresentFlow.Outcome {
        let offer = try await ask()
        return try await wallet.present(offer.payload, txId: offer.txId, unlock: unlock)
    }

    /// Returns the offer that the terminal shows.
    func ask() async throws -> VpOfferWrapper {
        let asked = RequestOfferPayload(mode: .Direct, device: SampleWorld.device, service: SampleWorld.service)
        return try await operators.call(OpenDIDEndpoints.Verifier.requestOfferQR, asked)
    }

    /// Returns the servers' reason for refusing a presentation.
    /// - Throws: ``DemoError`` when it is accepted.
    func refusedPresentation(_ what: String) async throws -> ServiceFailure {
        do {
            _ = try await present()
        } catch let error as WalletError {
            guard let failure = error.serverError else { throw error }
            return failure
        }
        throw DemoError("\(what) was accepted")
    }

    /// Returns the bytes of all files of the wallet.
    func storedBytes() throws -> Data {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.reduce(into: Data()) { $0 += try Data(contentsOf: $1) }
    }
}
