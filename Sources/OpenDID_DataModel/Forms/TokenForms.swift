extension AttestedAppInfo {
    /// Returns the faults of the value by itself (OpenDID sheet 1.2, 4.4), or an empty array. It does not check the signature.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(appId, "appId")
        form.did(provider.did, "provider.did")
        form.nonce(nonce, "nonce")
        return form.errors
    }
}

extension WalletTokenData {
    /// Returns the faults of the value by itself (OpenDID sheet 1.2, 6.4), or an empty array. It does not check the signature and the time.
    /// ``SentSeedRule`` compares the seed with the one that was sent.
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
    /// Returns the faults of the value by itself (OpenDID sheet 1.2, 6.3), or an empty array. It does not check the signature and the time.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(walletId, "walletId")
        form.text(appId, "appId")
        form.did(provider.did, "provider.did")
        form.nonce(nonce, "nonce")
        return form.errors
    }
}
