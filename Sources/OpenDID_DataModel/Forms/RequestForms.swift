extension DIDAuth {
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 4.4), or an empty array. Signatures are not
    /// checked.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.did(did, "did")
        form.nonce(authNonce, "authNonce")
        return form.errors
    }
}

extension ReqRevokeVc {
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 4.4), or an empty array. Signatures are not
    /// checked.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(vcId, "vcId")
        form.nonce(issuerNonce, "issuerNonce")
        return form.errors
    }
}

extension IssueProfile {
    /// Returns the faults of the profile that can be found without other data (OpenDID sheet 1.2, 4.2), or an empty array. Signatures are
    /// not checked.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(id, "id")
        if type != .IssueProfile { form.refuse(.invalidValue, "type", "\(ProfileType.IssueProfile.rawValue) expected") }
        form.did(profile.issuer.did, "profile.issuer.did")
        form.text(profile.credentialSchema.id, "profile.credentialSchema.id")
        form.inside("profile.process.reqE2e", profile.process.reqE2e.validationErrors())
        form.nonce(profile.process.issuerNonce, "profile.process.issuerNonce")
        return form.errors
    }
}

extension VerifyProfile {
    /// Returns the faults of the profile that can be found without other data (OpenDID sheet 1.2, 4.2), or an empty array. Signatures are
    /// not checked.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(id, "id")
        if type != .VerifyProfile {
            form.refuse(.invalidValue, "type", "\(ProfileType.VerifyProfile.rawValue) expected")
        }
        form.did(profile.verifier.did, "profile.verifier.did")
        for (index, schema) in profile.filter.credentialSchemas.enumerated() {
            form.text(schema.id, "profile.filter.credentialSchemas[\(index)].id")
        }
        form.inside("profile.process.reqE2e", profile.process.reqE2e.validationErrors())
        form.nonce(profile.process.verifierNonce, "profile.process.verifierNonce")
        return form.errors
    }
}
