extension VerifierPolicy {
    /// The policies of a seed: entries for the same device and service, and of the same id, are one policy that asks for several kinds of
    /// credential, with the words and the authentication of the first.
    static func policies(_ seeds: [VerificationSeed]) -> [VerifierPolicy] {
        var policies: [VerifierPolicy] = []
        for seed in seeds {
            let requirement = Requirement(
                schema: .name(seed.schema), presentAll: seed.presentAll ? true : nil,
                displayClaims: seed.displayClaims.isEmpty ? nil : seed.displayClaims,
                requiredClaims: seed.requiredClaims.isEmpty ? nil : seed.requiredClaims,
                allowedIssuers: seed.allowedIssuers.isEmpty ? nil : seed.allowedIssuers)
            let place = policies.firstIndex {
                $0.device == seed.device && $0.service == seed.service && $0.policyId == seed.policyId
            }
            if let place {
                policies[place].requirements.append(requirement)
            } else {
                policies.append(VerifierPolicy(
                    device: seed.device, service: seed.service, title: seed.title, description: seed.description,
                    requirements: [requirement], authType: seed.authType, validSeconds: seed.validSeconds, policyId: seed.policyId))
            }
        }
        return policies
    }
}
