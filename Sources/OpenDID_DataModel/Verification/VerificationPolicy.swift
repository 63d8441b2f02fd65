import HeraldJSON

/// What has to hold so that a document is trusted: its signatures, and rules that a caller puts together.
///
/// Fails closed (OpenDID sheet 2.5 and 9): a proof, a key, a purpose or a status that is missing or not known is a failure, never a step
/// that is left out. The signatures are always checked, with any set of rules.
/// ``standard(for:signer:statuses:signerStatus:earlyBy:acceptsDoubleHash:sentSeed:keyVersions:)`` has the safe set for each kind of document.
public struct VerificationPolicy: Sendable {
    /// Whose document the keys are taken from.
    public enum KeySource: Sendable, Hashable {
        /// From the resolver.
        case resolver
        /// The document is a DID document and proves itself by its own keys; the status that the resolver knows counts all the same.
        case ownDocument
    }

    /// How many proofs of one document are looked at; each may ask the resolver and costs a pass over the document.
    public static let proofLimit = 16

    /// How signatures are checked.
    public var signature: SignatureRule
    /// Whose document the keys are taken from.
    public var keySource: KeySource
    /// How the version in a key URL has to fit its owner's document.
    public var keyVersions: KeyVersionRule
    /// True when a proof that names an earlier version, and does not hold by it, may hold by a key of the newest one. Defaults to `false`;
    /// see ``acceptingNewestKeys()``.
    public var acceptsNewestKeys = false
    /// Everything else that has to hold.
    public var rules: [any VerificationRule]

    /// A policy from its parts.
    public init(
        signature: SignatureRule = SignatureRule(), keySource: KeySource = .resolver, keyVersions: KeyVersionRule = .exact,
        rules: [any VerificationRule]
    ) {
        self.signature = signature
        self.keySource = keySource
        self.keyVersions = keyVersions
        self.rules = rules
    }

    /// This policy with more rules.
    public func adding(_ more: [any VerificationRule]) -> VerificationPolicy {
        var policy = self
        policy.rules += more
        return policy
    }

    /// This policy for proofs of wallets as upstream publishes them, which name version 1 of a document when it has long had a second: a
    /// proof that names an earlier version holds by a key of the newest one as well. It never holds by a key that only a version in between
    /// has had, and what ``keyVersions`` accepts stays accepted.
    public func acceptingNewestKeys() -> VerificationPolicy {
        var policy = self
        policy.acceptsNewestKeys = true
        return policy
    }

    /// Checks a document.
    /// - Parameters:
    ///   - document: the document as it was received.
    ///   - now: the time of the check.
    ///   - resolver: where DID documents come from.
    /// - Returns: the failures, and the proofs that hold.
    public func verify(_ document: SignedDocument, at now: UTCInstant, resolver: any DIDResolver) async -> VerificationReport {
        var failures: [VerificationFailure] = []
        var source = resolver
        if keySource == .ownDocument {
            do {
                let own = try JSONModelDecoder().decode(DIDDocument.self, from: document.root)
                source = OwnDocumentResolver(own, registry: resolver)
            } catch {
                // Without keys nothing can hold; going on would only hide the reason behind others.
                return VerificationReport(
                    failures: [.malformedDocument(error)], proofs: [], omissions: omissions)
            }
        }
        var proofs: [ReceivedProof] = []
        do {
            let places = try document.proofPlaces()
            if places.count > Self.proofLimit {
                failures.append(.malformedProof("proofs", "\(places.count) proofs are too many, at most \(Self.proofLimit) are looked at"))
            }
            for place in places.prefix(Self.proofLimit) {
                do { proofs.append(try ReceivedProof(document, place)) } catch { failures.append(error) }
            }
        } catch {
            failures.append(error)
        }
        var verified: [VerifiedProof] = []
        for proof in proofs {
            let asked = AskedResolver(source)
            do {
                verified.append(try await check(proof, of: document, in: asked, versions: keyVersions))
            } catch {
                // Without a version the newest one was looked at, and after an outage nobody knows what that one would have said. The first
                // failure is the one to tell: it is about the version that the proof names.
                if acceptsNewestKeys, proof.keyURL.versionId != nil, !asked.hasFailed,
                   let late = try? await check(proof, of: document, in: source, versions: .earlier) {
                    verified.append(late)
                } else {
                    failures.append(error)
                }
            }
        }
        let subject = VerificationSubject(document: document, proofs: proofs, verified: verified, now: now, resolver: resolver)
        for rule in rules { failures += await rule.failures(in: subject) }
        return VerificationReport(failures: failures, proofs: verified, omissions: omissions)
    }

    private func check(
        _ proof: ReceivedProof, of document: SignedDocument, in source: any DIDResolver, versions: KeyVersionRule
    ) async throws(VerificationFailure) -> VerifiedProof {
        let signer = try await SignerKey(of: proof, in: source, versions: versions)
        return VerifiedProof(proof: proof, signer: signer, form: try signature.check(proof, of: document, with: signer.key))
    }

    /// Checks a value of the model, in its canonical form.
    /// - Throws: `JSONError` when it has none.
    public func verify(_ model: some Jsonable, at now: UTCInstant, resolver: any DIDResolver) async throws(JSONError) -> VerificationReport {
        await verify(try SignedDocument(model), at: now, resolver: resolver)
    }
}
