extension SignedDIDDoc {
    /// Returns the faults of the envelope and of the DID document in it (OpenDID sheet 1.2, 4.4), or an empty array. It does not check the
    /// signatures of the envelope and of the document.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.envelope("ownerDidDoc", openOwner)
        form.inside("wallet", wallet.validationErrors())
        form.nonce(nonce, "nonce")
        return form.errors
    }
}

extension AttestedDIDDoc {
    /// Returns the faults of the envelope and of the DID document in it (OpenDID sheet 4.4), or an empty array. The nonce may be any text
    /// (OpenDID sheet 1.1). It does not check the signatures of the envelope and of the document.
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
    /// Returns the faults of the envelope and of the DID document in it (OpenDID sheet 1.2, 3.1), or an empty array. The document must have
    /// no proofs. It does not check the signature.
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
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 4.4), or an empty array. Signatures are not
    /// checked.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.inside("wallet", wallet.validationErrors())
        form.nonce(nonce, "nonce")
        return form.errors
    }
}
