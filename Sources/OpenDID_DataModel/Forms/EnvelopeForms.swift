extension SignedDIDDoc {
    /// What is wrong with the envelope by itself (OpenDID sheet 1.2, 4.4), the DID document inside included; empty when nothing is.
    /// Signatures are not looked at, neither outside nor inside.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.envelope("ownerDidDoc", openOwner)
        form.inside("wallet", wallet.validationErrors())
        form.nonce(nonce, "nonce")
        return form.errors
    }
}

extension AttestedDIDDoc {
    /// What is wrong with the envelope by itself (OpenDID sheet 4.4), the DID document inside included; empty when nothing is. The nonce
    /// is an opaque text (OpenDID sheet 1.1). Signatures are not looked at, neither outside nor inside.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(walletId, "walletId")
        form.envelope("ownerDidDoc", openOwner)
        form.did(provider.did, "provider.did")
        form.text(nonce, "nonce")
        return form.errors
    }
}

extension InvokedDidDoc {
    /// What is wrong with the envelope by itself (OpenDID sheet 1.2, 3.1), the DID document inside included, which has no proofs; empty
    /// when nothing is. The signature is not looked at.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.envelope("didDoc", openDocument)
        form.did(controller.did, "controller.did")
        form.nonce(nonce, "nonce")
        return form.errors
    }
}

extension Wallet {
    func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.text(id, "id")
        form.did(did, "did")
        return form.errors
    }
}

extension SignedWalletInfo {
    /// What is wrong with it by itself (OpenDID sheet 1.2, 4.4); empty when nothing is. The signature is not looked at.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.inside("wallet", wallet.validationErrors())
        form.nonce(nonce, "nonce")
        return form.errors
    }
}
