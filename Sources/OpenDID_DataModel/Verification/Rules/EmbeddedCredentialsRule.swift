import HeraldJSON

/// Every credential of a presentation must hold, must belong to the holder and must occur once (OpenDID sheet 3.4). The issuer's document
/// is resolved separately for each credential.
public struct EmbeddedCredentialsRule: VerificationRule {
    /// The policy for each credential.
    public let policy: VerificationPolicy
    /// The largest number of credentials in a presentation. Each credential needs look-ups.
    public let limit: Int

    /// Creates the rule.
    /// - Parameters:
    ///   - policy: the policy for each credential. Defaults to the standard policy for presented credentials.
    ///   - limit: the largest number of credentials. Defaults to 100.
    public init(_ policy: VerificationPolicy = .standard(for: .presentedCredential), limit: Int = 100) {
        self.policy = policy
        self.limit = limit
    }

    public func failures(in subject: VerificationSubject) async -> [VerificationFailure] {
        let list = subject.document[["verifiableCredential"]]
        guard let list, list.kind == .array, list.count > 0 else {
            return [
                VerificationFailure(.credentials, at: "verifiableCredential", "the presentation has no credential")
            ]
        }
        guard list.count <= limit else {
            return [
                VerificationFailure(
                    .credentials, at: "verifiableCredential", "the presentation holds more than \(limit) credentials")
            ]
        }
        let holder = subject.document[["holder"]]?.string
        var failures: [VerificationFailure] = []
        var seen: Set<String> = []
        for (index, part) in list.elements.enumerated() {
            let place = "verifiableCredential[\(index)]"
            guard let id = part["id"]?.string, seen.insert(id).inserted else {
                failures.append(
                    VerificationFailure(
                        .credentials, at: place + ".id", "each credential needs an id and may be there once"))
                continue
            }
            if holder == nil || part["credentialSubject"]?["id"]?.string != holder {
                failures.append(
                    VerificationFailure(
                        .holder, at: place + ".credentialSubject.id",
                        "the credential is about somebody else than the holder of the presentation"))
            }
            do {
                let credential = try SignedDocument(part)
                let report = await policy.verify(credential, at: subject.now, resolver: subject.resolver)
                failures += report.failures.map { $0.inside(place) }
                if report.failures.isEmpty, !report.isValid {
                    failures.append(
                        VerificationFailure(.missingProof, at: place, "no proof of the credential was checked"))
                }
            } catch {
                failures.append(VerificationFailure.malformedDocument(error).inside(place))
            }
        }
        return failures
    }
}
