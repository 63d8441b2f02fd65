extension ReqEcdh {
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 6.1), or an empty array. This function does
    /// not check signatures. It does not check that the key is on the curve, because every use of the key checks that.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.did(client, "client")
        form.nonce(clientNonce, "clientNonce")
        form.bytes(VerificationKey.compressedByteCount, in: publicKey, "publicKey")
        return form.errors
    }
}

extension AccEcdh {
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 6.1), or an empty array. This function does
    /// not check signatures. It does not check that the key is on the curve, because every use of the key checks that.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.did(server, "server")
        form.nonce(serverNonce, "serverNonce")
        form.bytes(VerificationKey.compressedByteCount, in: publicKey, "publicKey")
        return form.errors
    }
}

extension ReqE2e {
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 6.2), or an empty array. This function does
    /// not check signatures. It does not check that the key is on the curve, because every use of the key checks that.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.nonce(nonce, "nonce")
        form.bytes(VerificationKey.compressedByteCount, in: publicKey, "publicKey")
        return form.errors
    }
}

extension AccE2e {
    /// Returns the faults of the value that can be found without other data (OpenDID sheet 1.2, 6.2), or an empty array. This function does
    /// not check signatures. It does not check that the key is on the curve, because every use of the key checks that.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.bytes(VerificationKey.compressedByteCount, in: publicKey, "publicKey")
        form.nonce(iv, "iv")
        return form.errors
    }
}
