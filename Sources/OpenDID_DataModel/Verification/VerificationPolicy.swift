import HeraldJSON

/// The conditions under which a document is trusted: its signatures, and rules that the caller combines.
///
/// ```swift
/// let received = try SignedDocument(bytes)
/// let report = await VerificationPolicy.standard(for: .credential).verify(received, at: now, resolver: registry)
/// print(report.isValid, report.failures)
/// ```
///
/// A proof, a key, a purpose or a status that is missing or unknown is a failure, and no check is skipped (OpenDID sheet 2.5 and 9). The
/// signatures are checked with every set of rules.
/// ``standard(for:signer:statuses:signerStatus:earlyBy:acceptsDoubleHash:sentSeed:keyVersions:)`` has the safe set for each kind of
/// document.
public struct VerificationPolicy: Sendable {
    /// The source of the keys.
    public enum KeySource: Sendable, Hashable {
        /// The keys come from the resolver.
        case resolver
        /// The document is a DID document that proves itself with its own keys. The status still comes from the resolver.
        case ownDocument
    }

    /// The largest number of proofs that are checked in one document. Each proof may need a look-up and reads the whole document.
    public static let proofLimit = 16

    /// The rules for checking signatures.
    public var signature: SignatureRule
    public var keySource: KeySource
    /// The required relation between the version in a key URL and the owner's document.
    public var keyVersions: KeyVersionRule
    /// True if a proof that names an earlier version, and does not hold with it, may hold with a key of the newest version. Defaults to
    /// false; see ``acceptingNewestKeys()``.
    public var acceptsNewestKeys = false
    /// The other conditions.
    public var rules: [any VerificationRule]

    public init(
        signature: SignatureRule = SignatureRule(), keySource: KeySource = .resolver,
        keyVersions: KeyVersionRule = .exact,
        rules: [any VerificationRule]
    ) {
        self.signature = signature
        self.keySource = keySource
        self.keyVersions = keyVersions
        self.rules = rules
    }

    /// Returns this policy with more rules.
    public func adding(_ more: [any VerificationRule]) -> VerificationPolicy {
        var policy = self
        policy.rules += more
        return policy
    }

    /// Returns this policy for proofs of wallets as upstream publishes them. These wallets still name version 1 when the document has a
    /// later version. A proof that names an earlier version then holds with a key of the newest version as well. It never holds with a key
    /// that only a version in between had. Proofs that ``keyVersions`` accepts stay accepted.
    public func acceptingNewestKeys() -> VerificationPolicy {
        var policy = self
        policy.acceptsNewestKeys = true
        return policy
    }

    /// Checks a document.
    /// - Parameters:
    ///   - document: the received document.
    ///   - now: the time of the check.
    ///   - resolver: the source of DID documents.
    /// - Returns: the failures, and the proofs that hold.
    public func verify(_ document: SignedDocument, at now: UTCInstant, resolver: any DIDResolver) async
        -> VerificationReport
    {
        var failures: [VerificationFailure] = []
        var source = resolver
        if keySource == .ownDocument {
            do {
                let own = try JSONModelDecoder().decode(DIDDocument.self, from: document.root)
                source = OwnDocumentResolver(own, registry: resolver)
            } catch {
                // Without keys every proof fails, and further failures would only hide the reason.
                return VerificationReport(
                    failures: [.malformedDocument(error)], proofs: [], omissions: omissions)
            }
        }
        var proofs: [ReceivedProof] = []
        do {
            let places = try document.proofPlaces()
            if places.count > Self.proofLimit {
                failures.append(
                    .malformedProof(
                        "proofs", "\(places.count) proofs are too many, at most \(Self.proofLimit) are looked at"))
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
                // A URL without a version already means the newest version. After an outage, the result for the named version is unknown.
                // The first failure is reported, because it is about the version that the proof names.
                if acceptsNewestKeys, proof.keyURL.versionId != nil, !asked.hasFailed,
                    let late = try? await check(proof, of: document, in: source, versions: .earlier)
                {
                    verified.append(late)
                } else {
                    failures.append(error)
                }
            }
        }
        let subject = VerificationSubject(
            document: document, proofs: proofs, verified: verified, now: now, resolver: resolver)
        for rule in rules { failures += await rule.failures(in: subject) }
        return VerificationReport(failures: failures, proofs: verified, omissions: omissions)
    }

    private func check(
        _ proof: ReceivedProof, of document: SignedDocument, in source: any DIDResolver, versions: KeyVersionRule
    ) async throws(VerificationFailure) -> VerifiedProof {
        let signer = try await SignerKey(of: proof, in: source, versions: versions)
        return VerifiedProof(
            proof: proof, signer: signer, form: try await signature.check(proof, of: document, with: signer.key))
    }

    /// Checks a value of the model in its canonical form.
    /// - Throws: `JSONError` if the value has no canonical form.
    public func verify(_ model: some Jsonable, at now: UTCInstant, resolver: any DIDResolver) async throws(JSONError)
        -> VerificationReport
    {
        await verify(try SignedDocument(model), at: now, resolver: resolver)
    }
}

/// The input of a rule: the document and the results about its proofs.
public struct VerificationSubject: Sendable {
    /// The received document.
    public let document: SignedDocument
    /// Every proof that could be read, even if its signature does not hold.
    public let proofs: [ReceivedProof]
    /// The proofs whose signatures hold.
    public let verified: [VerifiedProof]
    /// The time of the check.
    public let now: UTCInstant
    /// The source of DID documents.
    public let resolver: any DIDResolver
}

/// One condition beside the signatures. A ``VerificationPolicy`` combines several rules.
public protocol VerificationRule: Sendable {
    /// Returns the failures, or an empty array if the rule holds. A rule that cannot decide returns a failure.
    func failures(in subject: VerificationSubject) async -> [VerificationFailure]
}

/// The result of checking a document, with all failures.
public struct VerificationReport: Sendable, Hashable {
    /// A check that decides about a document and that the policy left out.
    public enum Omission: String, Sendable, Hashable, CaseIterable {
        /// The status of a credential, because no rule had a source for it. A revoked credential may have been accepted.
        case credentialStatus
        /// The completeness of an issued credential's claims, because there was no schema. A credential that was reduced to a single claim
        /// may have been accepted (``SignatureRule/Claims``).
        case claimsSchema
        /// The comparison of a wallet token's seed with the one that was sent, because the policy did not have it (``SentSeedRule``).
        case sentSeed
        /// The proofs of the DID document in an envelope. Only its form was checked. Open the envelope (`MultibaseEnvelope`) and check the
        /// content as its own kind.
        case innerDocument
        /// The identity of the signer, because the policy had no expected signer and accepted the one that the document names. Everybody in
        /// the registry can make such a document. Compare the ``VerifiedProof/signer`` of the report with the expected signer.
        case signer
    }

    /// The largest number of failures in a report. If there are more, the last one says so.
    public static let failureLimit = 100

    /// The failures in the order in which they were found. If there are too many, the first failure of each kind and then the first others;
    /// see ``failureLimit``.
    public let failures: [VerificationFailure]
    /// The proofs whose signatures hold. They are meaningless if there are failures.
    public let proofs: [VerifiedProof]

    /// The checks that the policy left out; see ``VerificationPolicy/omissions``.
    public let omissions: Set<Omission>

    /// True if the document is to be trusted: nothing failed, and at least one proof holds. ``omissions`` shows the checks that this does
    /// not cover.
    public var isValid: Bool { failures.isEmpty && !proofs.isEmpty }

    /// Returns if the document is to be trusted.
    /// - Throws: the first failure, or ``VerificationFailure`` with code `missingProof` if no proof was checked.
    public func requireValid() throws(VerificationFailure) {
        if let first = failures.first { throw first }
        guard !proofs.isEmpty else { throw VerificationFailure(.missingProof, at: "", "no proof was checked") }
    }

    /// Returns the failures for a report, in their order. If there are too many, the first one of each code is among them, so that a caller
    /// can find it.
    private static func listed(_ failures: [VerificationFailure]) -> [VerificationFailure] {
        // Two rules may find the same fault. It counts once.
        var seen: Set<VerificationFailure> = []
        let distinct = failures.filter { seen.insert($0).inserted }
        guard distinct.count > failureLimit else { return distinct }
        var codes: Set<VerificationFailure.Code> = []
        let isFirst = distinct.map { codes.insert($0.code).inserted }
        var others = max(failureLimit - codes.count, 0)
        let kept = zip(distinct, isFirst).filter { _, isFirst in
            guard !isFirst, others > 0 else { return isFirst }
            others -= 1
            return true
        }.map(\.0).prefix(failureLimit)
        let more = VerificationFailure(
            .tooManyFailures, at: "", "there are \(distinct.count - kept.count) more failures, which are not listed")
        return kept + [more]
    }

    init(failures: [VerificationFailure], proofs: [VerifiedProof], omissions: Set<Omission>) {
        self.failures = Self.listed(failures)
        self.proofs = proofs
        self.omissions = omissions
    }
}
