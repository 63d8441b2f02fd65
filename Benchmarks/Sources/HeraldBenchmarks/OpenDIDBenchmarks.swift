import Crypto
import Foundation
import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// Signed documents. The peers are the same library's bare curve operations, and Foundation's coders on the same types.
enum OpenDIDBenchmarks: BenchmarkSuite {
    static let name = "opendid"

    static func run() throws -> [Measurement] {
        try [verifyP256(), verifySecp256k1(), signP256(), signSecp256k1()] + coding()
    }

    struct FixtureMismatch: Error {}

    /// Canonicalising may cost half a verification: 1.5 times the bare cost is two thirds of the bare rate.
    private static let verifyGoal = Measurement.Goal.ratioAtLeast(1 / 1.5)
    private static let credentialLabel = "canonicalise and verify a credential of \(CredentialFixture.claims) claims"

    private static func verifyP256() throws -> Measurement {
        let key = SigningKey.p256(P256PrivateKey())
        let (_, text) = try CredentialFixture.make(with: key)
        let document = try SignedDocument(text)
        let signature = try document.signature(.proof)
        let digest = SHA256.hash(data: try document.signedBytes(.proof))
        let bareKey = try P256.Signing.PublicKey(compressedRepresentation: key.verificationKey.compressed)
        let bareSignature = try P256.Signing.ECDSASignature(rawRepresentation: signature.r + signature.s)
        guard bareKey.isValidSignature(bareSignature, for: digest) else { throw FixtureMismatch() }
        let publicKey = key.verificationKey
        let rate = try Stopwatch.perSecond {
            try SignedDocument(text).checkSignature(.proof, with: publicKey)
        } against: {
            Stopwatch.keep(bareKey.isValidSignature(bareSignature, for: digest))
        }
        return Measurement(
            credentialLabel + ", P-256", unit: "ops/s", ours: rate.ours,
            peer: ("bare swift-crypto verification", rate.peer),
            goal: verifyGoal)
    }

    private static func verifySecp256k1() throws -> Measurement {
        let key = SigningKey.secp256k1(Secp256k1PrivateKey())
        let (_, text) = try CredentialFixture.make(with: key)
        let document = try SignedDocument(text)
        let signature = try document.signature(.proof)
        let digest = try document.digest(.proof)
        let publicKey = key.verificationKey
        let bare = BareLibrary()
        let parsed = bare.parse(publicKey.compressed, signature.r + signature.s)
        guard bare.verify(parsed, digest) else { throw FixtureMismatch() }
        let rate = try Stopwatch.perSecond {
            try SignedDocument(text).checkSignature(.proof, with: publicKey)
        } against: {
            Stopwatch.keep(bare.verify(parsed, digest))
        }
        return Measurement(
            credentialLabel + ", secp256k1", unit: "ops/s", ours: rate.ours,
            peer: ("bare libsecp256k1 verification", rate.peer),
            goal: verifyGoal)
    }

    private static func signP256() throws -> Measurement {
        let key = P256PrivateKey()
        let bare = try P256.Signing.PrivateKey(rawRepresentation: key.exposedBytes)
        let digest = SHA256.hash(data: Array("sign".utf8))
        let bytes = Array(digest)
        let rate = try Stopwatch.perSecond {
            Stopwatch.keep(try key.compactSignature(digest: bytes))
        } against: {
            Stopwatch.keep(try bare.signature(for: digest))
        }
        return Measurement(
            "compact signature, P-256", unit: "ops/s", ours: rate.ours, peer: ("bare swift-crypto signing", rate.peer),
            goal: .ratioAtLeast(1 / 3))
    }

    private static func signSecp256k1() throws -> Measurement {
        let key = Secp256k1PrivateKey()
        let bare = BareLibrary()
        let secret = key.exposedBytes
        let digest = Array(SHA256.hash(data: Array("sign".utf8)))
        let rate = try Stopwatch.perSecond {
            Stopwatch.keep(try key.compactSignature(digest: digest))
        } against: {
            Stopwatch.keep(bare.sign(secret, digest))
        }
        return Measurement(
            "compact signature, secp256k1", unit: "ops/s", ours: rate.ours,
            peer: ("bare libsecp256k1 signing", rate.peer))
    }

    private static func coding() throws -> [Measurement] {
        let (credential, text) = try CredentialFixture.make(with: .p256(P256PrivateKey()))
        let data = Data(text)
        let megabytes = Double(text.count) / 1e6
        let canonical = try credential.canonicalBytes()
        guard try JSONDocument(text).root.canonicalBytes() == canonical,
            try JSONDecoder().decode(VerifiableCredential.self, from: data) == credential,
            try VerifiableCredential(jsonBytes: text) == credential
        else { throw FixtureMismatch() }
        let decode = try Stopwatch.perSecond {
            Stopwatch.keep(try VerifiableCredential(jsonBytes: text))
        } against: {
            Stopwatch.keep(try JSONDecoder().decode(VerifiableCredential.self, from: data))
        }
        let sorted = JSONEncoder()
        sorted.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let encode = try Stopwatch.perSecond {
            Stopwatch.keep(try credential.canonicalBytes())
        } against: {
            Stopwatch.keep(try sorted.encode(credential))
        }
        let form = try Stopwatch.perSecond {
            Stopwatch.keep(try JSONDocument(text, limits: .model).root.canonicalBytes(omittingNulls: true))
        }
        return [
            Measurement(
                "decode a credential", unit: "MB/s", ours: decode.ours * megabytes,
                peer: ("JSONDecoder", decode.peer * megabytes),
                goal: .ratioAtLeast(1)),
            Measurement(
                "encode a credential, canonical", unit: "MB/s", ours: encode.ours * megabytes,
                peer: ("JSONEncoder, sorted keys", encode.peer * megabytes)),
            Measurement(
                "check and canonicalise the text of a credential", unit: "MB/s", ours: form * megabytes,
                goal: .atLeast(300)),
        ]
    }
}
