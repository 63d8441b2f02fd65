extension VerifierPolicy {
    /// Returns the policies of a seed. Entries with the same device, service and ID become one policy that requires several kinds of credential. Its
    /// texts and authentication are those of the first entry.
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
                policies.append(
                    VerifierPolicy(
                        device: seed.device, service: seed.service, title: seed.title, description: seed.description,
                        requirements: [requirement], authType: seed.authType, validFor: seed.validFor,
                        policyId: seed.policyId))
            }
        }
        return policies
    }
}
