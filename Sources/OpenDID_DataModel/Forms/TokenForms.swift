extension AttestedAppInfo {
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 4.4), or an empty array. Signatures are not
    /// checked.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(appId, "appId")
        form.did(provider.did, "provider.did")
        form.nonce(nonce, "nonce")
        return form.errors
    }
}

extension WalletTokenData {
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 6.4), or an empty array. Signatures and the
    /// time are not checked. ``SentSeedRule`` compares the seed with the one that was sent.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(seed.pkgName, "seed.pkgName")
        form.nonce(seed.nonce, "seed.nonce")
        form.bytes(FormErrors.hashByteCount, in: sha256_pii, "sha256_pii")
        form.did(provider.did, "provider.did")
        form.nonce(nonce, "nonce")
        return form.errors
    }
}

extension ServerTokenData {
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 6.3), or an empty array. Signatures and the
    /// time are not checked.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(walletId, "walletId")
        form.text(appId, "appId")
        form.did(provider.did, "provider.did")
        form.nonce(nonce, "nonce")
        return form.errors
    }
}
