extension ReqEcdh {
    /// What is wrong with it by itself (OpenDID sheet 1.2, 6.1); empty when nothing is. The signature is not looked at, and whether the
    /// key is a point of the curve shows when it is used.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.did(client, "client")
        form.nonce(clientNonce, "clientNonce")
        form.bytes(VerificationKey.compressedByteCount, in: publicKey, "publicKey")
        return form.errors
    }
}

extension AccEcdh {
    /// What is wrong with it by itself (OpenDID sheet 1.2, 6.1); empty when nothing is. The signature is not looked at, and whether the
    /// key is a point of the curve shows when it is used.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.did(server, "server")
        form.nonce(serverNonce, "serverNonce")
        form.bytes(VerificationKey.compressedByteCount, in: publicKey, "publicKey")
        return form.errors
    }
}

extension ReqE2e {
    /// What is wrong with it by itself (OpenDID sheet 1.2, 6.2); empty when nothing is. The signature is not looked at, and whether the
    /// key is a point of the curve shows when it is used.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.nonce(nonce, "nonce")
        form.bytes(VerificationKey.compressedByteCount, in: publicKey, "publicKey")
        return form.errors
    }
}

extension AccE2e {
    /// What is wrong with it by itself (OpenDID sheet 1.2, 6.2); empty when nothing is. The signature is not looked at, and whether the
    /// key is a point of the curve shows when it is used.
    public func validationErrors() -> [DataModelError] {
        var form = FormErrors()
        form.bytes(VerificationKey.compressedByteCount, in: publicKey, "publicKey")
        form.nonce(iv, "iv")
        return form.errors
    }
}
