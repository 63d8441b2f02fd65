import HeraldJSON

/// Every credential of a presentation holds, belongs to the holder and is there once (OpenDID sheet 3.4). The issuer's document is
/// resolved for each credential on its own.
public struct EmbeddedCredentialsRule: VerificationRule {
    /// What has to hold for each credential.
    public let policy: VerificationPolicy
    /// How many credentials a presentation may hold; each asks the resolver.
    public let limit: Int

    /// - Parameters:
    ///   - policy: how each credential is checked. Defaults to the standard policy for presented credentials.
    ///   - limit: how many credentials are checked. Defaults to 100.
    public init(_ policy: VerificationPolicy = .standard(for: .presentedCredential), limit: Int = 100) {
        self.policy = policy
        self.limit = limit
    }

    public func failures(in subject: VerificationSubject) async -> [VerificationFailure] {
        let list = subject.document[["verifiableCredential"]]
        guard let list, list.kind == .array, list.count > 0 else {
            return [VerificationFailure(.credentials, at: "verifiableCredential", "the presentation holds no credential")]
        }
        guard list.count <= limit else {
            return [VerificationFailure(.credentials, at: "verifiableCredential", "the presentation holds more than \(limit) credentials")]
        }
        let holder = subject.document[["holder"]]?.string
        var failures: [VerificationFailure] = []
        var seen: Set<String> = []
        for (index, part) in list.elements.enumerated() {
            let place = "verifiableCredential[\(index)]"
            guard let id = part["id"]?.string, seen.insert(id).inserted else {
                failures.append(VerificationFailure(.credentials, at: place + ".id", "each credential needs an id and may be there once"))
                continue
            }
            if holder == nil || part["credentialSubject"]?["id"]?.string != holder {
                failures.append(VerificationFailure(
                    .holder, at: place + ".credentialSubject.id", "the credential is about somebody else than the holder of the presentation"))
            }
            do {
                let credential = try SignedDocument(part)
                let report = await policy.verify(credential, at: subject.now, resolver: subject.resolver)
                failures += report.failures.map { $0.inside(place) }
                if report.failures.isEmpty, !report.isValid {
                    failures.append(VerificationFailure(.missingProof, at: place, "no proof of the credential was checked"))
                }
            } catch {
                failures.append(VerificationFailure.malformedDocument(error).inside(place))
            }
        }
        return failures
    }
}
