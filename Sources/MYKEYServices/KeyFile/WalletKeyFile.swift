import HeraldJSON
import HeraldKeys

/// The accounts of a wallet in one encrypted file. The file is JSON, with a header that is not encrypted and the accounts, which are
/// encrypted with scrypt and AES-256-GCM (MYKEY sheet 5.6).
///
/// ```swift
/// let account = try WalletAccount(eos: EOSName("mykeydoctest"), key: EOSPrivateKey(Secp256k1PrivateKey()))
/// let file = WalletKeyFile(try WalletAccounts([account]))
/// let bytes = try file.sealed(passphrase: Passphrase(typed))
/// ```
public struct WalletKeyFile: Sendable {
    private static let limits = JSONLimits(maxBytes: 256 << 10, maxDepth: 8)

    /// The accounts in the file.
    public let accounts: WalletAccounts
    /// The purpose of the file.
    public let purpose: KeyFilePurpose

    /// Creates a key file.
    /// - Parameters:
    ///   - accounts: the accounts.
    ///   - purpose: use ``KeyFilePurpose/test`` for keys that are only for tests. Defaults to a person's wallet.
    public init(_ accounts: WalletAccounts, purpose: KeyFilePurpose = .wallet) {
        self.accounts = accounts
        self.purpose = purpose
    }

    /// Opens a file from its bytes.
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - passphrase: the passphrase of the file.
    ///   - purpose: the purpose that the file must have. It is checked before the passphrase.
    /// - Throws: ``MYKEYServicesError`` `keyFile` when the bytes are not a key file or were altered, or when the purpose or passphrase is wrong.
    public init(_ bytes: [UInt8], passphrase: Passphrase, purpose: KeyFilePurpose = .wallet) throws(MYKEYServicesError)
    {
        let reader: JSONReader
        let sealed: [UInt8]
        do {
            reader = try JSONReader(JSONValue(parsing: bytes, limits: Self.limits))
            sealed = try Base64.decode(reader.string("sealed"), alphabet: .url)
        } catch {
            throw .damaged("this is no key file of this wallet")
        }
        let header = try KeyFileHeader(reader)
        guard header.purpose == purpose else {
            let isTest = header.purpose == .test
            throw .damaged(isTest ? "it holds keys for tests" : "it holds a person's keys, tests must not use them")
        }
        self.purpose = purpose
        accounts = try KeyFileContents.accounts(KeyFileSeal.open(sealed, header: header, passphrase: passphrase))
    }

    /// Returns the bytes of an encrypted key file, with a new salt.
    /// - Parameters:
    ///   - passphrase: the passphrase that opens the file. It has at least ``Passphrase/least`` bytes, except in a file for tests.
    ///   - cost: the work of trying one passphrase. It is at least ``KeyFileCost/least``, except in a file for tests.
    ///   - random: returns the given number of random bytes. Defaults to the system's generator.
    /// - Throws: ``MYKEYServicesError`` `keyFile`, for example if the passphrase is too short.
    public func sealed(
        passphrase: Passphrase, cost: KeyFileCost = .standard, random: (Int) -> [UInt8] = SystemSource.random
    ) throws(MYKEYServicesError) -> [UInt8] {
        guard purpose == .test || passphrase.bytes.count >= Passphrase.least else {
            throw .damaged(
                "a passphrase for a person's keys has at least \(Passphrase.least) bytes", field: "passphrase")
        }
        let header = try KeyFileHeader(
            purpose: purpose, cost: cost, salt: random(KeyFileHeader.saltLength),
            nonce: random(KeyFileHeader.nonceLength))
        let sealed = try KeyFileSeal.seal(KeyFileContents.bytes(accounts), header: header, passphrase: passphrase)
        var json = header.json
        json["sealed"] = .string(Base64.encode(sealed, alphabet: .url))
        return JSONValue.object(json).serialized()
    }
}
