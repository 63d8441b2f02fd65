import Foundation
import HeraldKeys
import SDNSDK

/// A login, and where each part of it is stored. An app has the two secrets in the keychain; this program has them in files that only their owner
/// can read.
struct Login {
    let node: URL
    let folder: URL

    private var credentialsFile: URL { folder.appendingPathComponent("credentials.json") }
    private var tokensFile: URL { folder.appendingPathComponent("tokens.secret") }
    private var walletFile: URL { folder.appendingPathComponent("wallet.secret") }

    /// Returns the session of the stored login, or of a new login with the wallet. Its rooms can be read at once, also offline.
    func session() async throws -> MXSession {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let credentials = if let stored = try stored() { stored } else { try await newLogin() }
        return try await MXSession.restored(
            credentials, tokens: nil, store: store, saveTokens: saveTokens, readTokens: readTokens)
    }

    /// A store that the chat and a process for notifications may open at the same time.
    var store: MXFileStore { MXFileStore(directory: folder.appendingPathComponent("store"), sharing: .processes) }

    /// Returns a client of the stored login, for a process that needs no session. The chat may run meanwhile, so both read and store renewed tokens.
    func client() throws -> MXRestClient {
        guard let stored = try stored() else { throw Chat.Refusal(text: "nobody is logged in here") }
        return try MXRestClient.restored(stored, store: store, saveTokens: saveTokens, readTokens: readTokens)
    }

    @Sendable private func saveTokens(_ tokens: MXCredentials.Tokens) {
        try? write(JSONEncoder().encode(tokens), to: tokensFile)
    }

    @Sendable private func readTokens() throws -> MXCredentials.Tokens? {
        guard let secret = try? Data(contentsOf: tokensFile) else { return nil }
        return try JSONDecoder().decode(MXCredentials.Tokens.self, from: secret)
    }

    private func stored() throws -> MXCredentials? {
        guard let settings = try? Data(contentsOf: credentialsFile), let secret = try? Data(contentsOf: tokensFile)
        else { return nil }
        let credentials = try JSONDecoder().decode(MXCredentials.self, from: settings)
        credentials.tokens = try JSONDecoder().decode(MXCredentials.Tokens.self, from: secret)
        return credentials
    }

    private func newLogin() async throws -> MXCredentials {
        let visitor = MXRestClient(node: node, unrecognizedCertificateHandler: nil)
        let credentials = try await visitor.loginWithDID(
            signer: LocalWalletSigner(try wallet()), deviceDisplayName: "chat in a terminal")
        try write(JSONEncoder().encode(credentials), to: credentialsFile)
        try write(JSONEncoder().encode(credentials.tokens), to: tokensFile)
        return credentials
    }

    /// Returns the key from the environment, the one of an earlier run, or a new one.
    private func wallet() throws -> Secp256k1PrivateKey {
        if let text = ProcessInfo.processInfo.environment["CHAT_WALLET_KEY"] {
            return try Secp256k1PrivateKey(hex: text)
        }
        if let kept = try? Data(contentsOf: walletFile) { return try Secp256k1PrivateKey(bytes: Array(kept)) }
        let key = Secp256k1PrivateKey()
        try write(Data(key.exposedBytes), to: walletFile)
        return key
    }

    /// Writes a file that only its owner can read. Another process finds the old file or the new one.
    private func write(_ data: Data, to file: URL) throws {
        let new = file.appendingPathExtension(UUID().uuidString)
        let isWritten = FileManager.default.createFile(
            atPath: new.path, contents: data, attributes: [.posixPermissions: 0o600])
        guard isWritten, rename(new.path, file.path) == 0 else {
            try? FileManager.default.removeItem(at: new)
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
    }
}
