import HeraldJSON
import HeraldKeys

/// The part of a key file that is not encrypted. The encryption of the other part authenticates all of it.
struct KeyFileHeader: Sendable, Hashable {
    static let format = "herald-mykey-keys"
    static let version: Int64 = 1
    static let saltLength = 32
    static let nonceLength = 12

    let purpose: KeyFilePurpose
    let cost: KeyFileCost
    let salt: [UInt8]
    let nonce: [UInt8]

    var json: JSONObject {
        [
            "format": .string(Self.format), "version": .int(Self.version), "purpose": .string(purpose.rawValue),
            "cipher": "AES-256-GCM", "nonce": .string(Base64.encode(nonce, alphabet: .url)),
            "kdf": [
                "name": "scrypt", "logRounds": .int(Int64(cost.logRounds)), "blockSize": .int(Int64(cost.blockSize)),
                "parallelism": .int(Int64(cost.parallelism)), "salt": .string(Base64.encode(salt, alphabet: .url)),
            ],
        ]
    }

    /// The bytes of the header that the encryption authenticates: its JSON with sorted keys.
    var authenticated: [UInt8] { JSONValue.object(json).serialized() }

    init(purpose: KeyFilePurpose, cost: KeyFileCost, salt: [UInt8], nonce: [UInt8]) throws(MYKEYServicesError) {
        guard salt.count == Self.saltLength, nonce.count == Self.nonceLength else {
            throw .damaged("salt or nonce has the wrong length")
        }
        guard purpose == .test || cost.isAtLeast(.least) else {
            throw .damaged("its passphrase would be too cheap to guess; only key files for tests may have this")
        }
        self.purpose = purpose
        self.cost = cost
        self.salt = salt
        self.nonce = nonce
    }

    init(_ reader: JSONReader) throws(MYKEYServicesError) {
        do {
            let kdf = try reader.object("kdf")
            guard try reader.string("format") == Self.format else {
                throw MYKEYServicesError.damaged("this is no key file of this wallet")
            }
            guard try reader.int("version") == Self.version else {
                throw MYKEYServicesError.damaged("a newer version of Herald wrote it")
            }
            guard try reader.string("cipher") == "AES-256-GCM", try kdf.string("name") == "scrypt",
                let purpose = KeyFilePurpose(rawValue: try reader.string("purpose"))
            else { throw MYKEYServicesError.damaged("its purpose, cipher or key derivation is unknown") }
            try self.init(
                purpose: purpose,
                cost: KeyFileCost(
                    logRounds: Int(clamping: kdf.int("logRounds")), blockSize: Int(clamping: kdf.int("blockSize")),
                    parallelism: Int(clamping: kdf.int("parallelism"))),
                salt: Base64.decode(kdf.string("salt"), alphabet: .url),
                nonce: Base64.decode(reader.string("nonce"), alphabet: .url))
        } catch let error as MYKEYServicesError {
            throw error
        } catch {
            throw .damaged("it is incomplete: \(error)")
        }
    }
}

extension MYKEYServicesError {
    static func damaged(_ reason: String, field: String = "keyFile") -> MYKEYServicesError {
        MYKEYServicesError(.keyFile, field: field, reason: reason)
    }
}

/// The purpose of a key file. The encryption authenticates the purpose, and a file can be opened only by a caller that states the same
/// purpose. Test keys are therefore never used for a person, and a person's keys are never used in tests (MYKEY sheet 5.6).
public enum KeyFilePurpose: String, Sendable, Hashable {
    /// The file contains a person's keys.
    case wallet
    /// The file contains keys for tests only. The passphrase may be weak.
    case test
}
