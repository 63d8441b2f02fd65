import HeraldJSON

/// The conditions for trusting a document. They are valid signatures, and further rules that the caller combines.
///
/// ```swift
/// let received = try SignedDocument(bytes)
/// let report = await VerificationPolicy.standard(for: .credential).verify(received, at: now, resolver: registry)
/// print(report.isValid, report.failures)
/// ```
///
/// If a proof, a key, a purpose or a status is missing or unknown, the check fails. No check is skipped (OpenDID sheet 2.5 and 9). Every
/// policy checks the signatures, even if it has no further rules.
/// ``standard(for:signer:statuses:signerStatus:earlyBy:acceptsDoubleHash:sentSeed:keyVersions:)`` returns the recommended policy for each
/// kind of document.
public struct VerificationPolicy: Sendable {
    /// The source of the keys with which signatures are checked.
    public enum KeySource: Sendable, Hashable {
        /// The keys come from the resolver.
        case resolver
        /// The document is a DID document that is signed with its own keys. The status of its DID still comes from the resolver.
        case ownDocument
    }

    /// The largest number of proofs that are checked in one document. The limit exists because each proof may need a look-up, and checking
    /// it reads the whole document. A DID document that is signed with its own keys needs only one look-up, and has a limit of its own.
    public static let proofLimit = 16

    /// The rules for checking signatures.
    public var signature: SignatureRule
    /// The source of the keys with which signatures are checked.
    public var keySource: KeySource
    /// The rule for the version in a key URL, compared with the version of the owner's DID document.
    public var keyVersions: KeyVersionRule
    /// True if a proof that names an earlier version of the DID document is also accepted when a key of the newest version made it.
    /// Defaults to false; see ``acceptingNewestKeys()``.
    public var acceptsNewestKeys = false
    /// The rules that must be satisfied in addition to the signatures.
    public var rules: [any VerificationRule]

    /// Creates a policy.
    /// - Parameters:
    ///   - signature: the rules for checking signatures. Defaults to the standard rules.
    ///   - keySource: the source of the keys. Defaults to the resolver.
    ///   - keyVersions: the rule for the version in a key URL. Defaults to the exact version.
    ///   - rules: the rules that must be satisfied in addition to the signatures.
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

    /// Returns this policy with one change for upstream's wallets. Their proofs name version 1 even if the DID document has a later
    /// version. With the returned policy, a proof that names an earlier version is also accepted if it was made with a key of the newest
    /// version. A key that is only in a version between the named version and the newest version is not accepted. Proofs that
    /// ``keyVersions`` accepts are still accepted.
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
    /// - Returns: the failures, and the proofs that are valid.
    public func verify(_ document: SignedDocument, at now: UTCInstant, resolver: any DIDResolver) async
        -> VerificationReport
    {
        var failures: [VerificationFailure] = []
        var source = resolver, limit = Self.proofLimit
        if keySource == .ownDocument {
            do {
                let own = try JSONModelDecoder().decode(DIDDocument.self, from: document.root)
                source = SingleLookupResolver(OwnDocumentResolver(own, registry: resolver))
                limit = DIDDocument.proofLimit
            } catch {
                // The verification ends here. Without the document's keys every proof would fail, and these failures would hide the real
                // reason.
                return VerificationReport(
                    failures: [.malformedDocument(error)], proofs: [], omissions: omissions)
            }
        }
        var proofs: [ReceivedProof] = []
        do {
            let places = try document.proofPlaces()
            if places.count > limit {
                failures.append(
                    .malformedProof("proofs", "\(places.count) proofs are too many, at most \(limit) are looked at"))
            }
            for place in places.prefix(limit) {
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
                // The proof is checked again with the newest version, but only if its key URL has a version. A URL without a version
                // already means the newest one. The proof is not checked again after an outage, because the result for the named version is
                // then unknown. If both checks fail, the first failure is reported, because it concerns the version that the proof names.
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
        for rule in rules where !rule.isCostly { failures += await rule.failures(in: subject) }
        var last = subject
        last.isRefused = !failures.isEmpty
        for rule in rules where rule.isCostly { failures += await rule.failures(in: last) }
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

/// The input of a rule: the document, and the results of checking its proofs.
public struct VerificationSubject: Sendable {
    /// The received document.
    public let document: SignedDocument
    /// Every proof that could be read, even if its signature is not valid.
    public let proofs: [ReceivedProof]
    /// The proofs with valid signatures.
    public let verified: [VerifiedProof]
    /// The time of the check.
    public let now: UTCInstant
    /// The source of DID documents.
    public let resolver: any DIDResolver
    /// True if another check has failed, so that the document is refused anyway. Set only for rules that are ``VerificationRule/isCostly``.
    public internal(set) var isRefused = false
}

/// One condition for trusting a document, in addition to valid signatures. A ``VerificationPolicy`` combines several rules.
public protocol VerificationRule: Sendable {
    /// Returns the failures, or an empty array if the rule is satisfied. A rule that cannot decide returns a failure.
    func failures(in subject: VerificationSubject) async -> [VerificationFailure]

    /// True if the rule needs much work for some documents. It is then applied after the other rules, and leaves out the work if
    /// ``VerificationSubject/isRefused`` is true. Defaults to false.
    var isCostly: Bool { get }
}

extension VerificationRule {
    public var isCostly: Bool { false }
}

/// The result of checking a document, with all failures.
///
/// ```swift
/// try report.requireValid()   // throws the first failure
/// if report.omissions.contains(.credentialStatus) { print("The credential may be revoked") }
/// ```
public struct VerificationReport: Sendable, Hashable {
    /// A check that is necessary to trust a document and that the policy did not make.
    public enum Omission: String, Sendable, Hashable, CaseIterable {
        /// The status of a credential was not checked, because no rule had a source for it. The credential may be revoked.
        case credentialStatus
        /// The policy did not check that an issued credential has all its claims, because the policy had no schema. A credential that was
        /// reduced to a single claim may have been accepted (``SignatureRule/Claims``).
        case claimsSchema
        /// The seed in a wallet token was not compared with the seed that the wallet sent, because the policy had no ``SentSeedRule``.
        case sentSeed
        /// The proofs of the DID document inside an envelope were not checked. Only its form was checked. Open the envelope
        /// (`MultibaseEnvelope`), and check its content as a document of its own kind.
        case innerDocument
        /// The signer was not compared with an expected signer, because the policy had none. It accepted the signer that the document
        /// names. Any party in the registry can make such a document. Compare the ``VerifiedProof/signer`` of the report with the expected
        /// signer.
        case signer
    }

    /// The largest number of failures in a report. If there are more, the last entry says so.
    public static let failureLimit = 100

    /// The failures in the order in which they were found. If there are more than ``failureLimit``, the list contains the first failure of
    /// each code, and others up to the limit.
    public let failures: [VerificationFailure]
    /// The proofs with valid signatures. They are not enough to trust the document: if there are failures, it must not be trusted.
    public let proofs: [VerifiedProof]

    /// The checks that the policy did not make; see ``VerificationPolicy/omissions``.
    public let omissions: Set<Omission>

    /// True if the document can be trusted: there is no failure, and at least one proof is valid. ``omissions`` lists the checks that were
    /// not made.
    public var isValid: Bool { failures.isEmpty && !proofs.isEmpty }

    /// Returns normally if the document can be trusted.
    /// - Throws: the first failure, or ``VerificationFailure`` with code `missingProof` if no proof was checked.
    public func requireValid() throws(VerificationFailure) {
        if let first = failures.first { throw first }
        guard !proofs.isEmpty else { throw VerificationFailure(.missingProof, at: "", "no proof was checked") }
    }

    /// Returns the failures that a report lists, in their order. If there are too many, the first failure of each code is always listed, so
    /// that a caller can find every code.
    private static func listed(_ failures: [VerificationFailure]) -> [VerificationFailure] {
        // If two rules find the same fault, it is listed once.
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
