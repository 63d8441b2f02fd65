extension AttestedAppInfo {
    /// What is wrong with it by itself (OpenDID sheet 1.2, 4.4); empty when nothing is. The signature is not looked at.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(appId, "appId")
        form.did(provider.did, "provider.did")
        form.nonce(nonce, "nonce")
        return form.errors
    }
}

extension WalletTokenData {
    /// What is wrong with it by itself (OpenDID sheet 1.2, 6.4); empty when nothing is. Neither the signature nor the time of day is looked
    /// at, and whether the seed is the one that was sent is for ``SentSeedRule``.
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
    /// What is wrong with it by itself (OpenDID sheet 1.2, 6.3); empty when nothing is. Neither the signature nor the time of day is looked
    /// at.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(walletId, "walletId")
        form.text(appId, "appId")
        form.did(provider.did, "provider.did")
        form.nonce(nonce, "nonce")
        return form.errors
    }
}
