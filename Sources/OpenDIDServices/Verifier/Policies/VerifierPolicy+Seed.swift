extension VerifierPolicy {
    /// The policies of a seed: entries for the same device and service are one policy that asks for several kinds of credential, with the
    /// words and the authentication of the first.
    static func policies(_ seeds: [VerificationSeed]) -> [VerifierPolicy] {
        var policies: [VerifierPolicy] = []
        for seed in seeds {
            let requirement = Requirement(
                schema: .name(seed.schema), presentAll: seed.presentAll ? true : nil,
                displayClaims: seed.displayClaims.isEmpty ? nil : seed.displayClaims,
                requiredClaims: seed.requiredClaims.isEmpty ? nil : seed.requiredClaims,
                allowedIssuers: seed.allowedIssuers.isEmpty ? nil : seed.allowedIssuers)
            if let place = policies.firstIndex(where: { $0.device == seed.device && $0.service == seed.service }) {
                policies[place].requirements.append(requirement)
            } else {
                policies.append(VerifierPolicy(
                    device: seed.device, service: seed.service, title: seed.title, description: seed.description,
                    requirements: [requirement], authType: seed.authType, validSeconds: seed.validSeconds))
            }
        }
        return policies
    }
}
