import HeraldJSON
import OpenDID_DataModel

/// A provider wants to be enrolled (OpenDID sheet 5.12).
package struct ProposeEnrollEntity: ModelObject {
    package var id: String
    package var unknownMembers = UnknownMembers()

    package init(id: String) { self.id = id }
}

/// The answer to ``ProposeEnrollEntity``.
package struct _ProposeEnrollEntity: ModelObject {
    package var txId: String
    /// To be sent back in a ``DIDAuth`` (16 bytes, multibase).
    package var authNonce: String
    package var unknownMembers = UnknownMembers()

    package init(txId: String, authNonce: String) {
        self.txId = txId
        self.authNonce = authNonce
    }
}

/// A provider shows that it controls its DID (sheet 5.12).
package struct RequestEnrollEntity: ModelObject {
    package var id: String
    package var txId: String
    package var didAuth: DIDAuth
    package var unknownMembers = UnknownMembers()

    package init(id: String, txId: String, didAuth: DIDAuth) {
        self.id = id
        self.txId = txId
        self.didAuth = didAuth
    }
}

/// The answer to ``RequestEnrollEntity``: the certificate, encrypted with the session's key.
package struct _RequestEnrollEntity: ModelObject {
    package var txId: String
    /// 16 bytes, multibase.
    package var iv: String
    /// The certificate credential, encrypted, in multibase.
    package var encVc: String
    package var unknownMembers = UnknownMembers()

    package init(txId: String, iv: String, encVc: String) {
        self.txId = txId
        self.iv = iv
        self.encVc = encVc
    }
}

/// The provider has its certificate (sheet 5.12).
package struct ConfirmEnrollEntity: ModelObject {
    package var id: String
    package var txId: String
    package var vcId: String
    package var unknownMembers = UnknownMembers()

    package init(id: String, txId: String, vcId: String) {
        self.id = id
        self.txId = txId
        self.vcId = vcId
    }
}

/// The answer to ``ConfirmEnrollEntity``.
package struct _ConfirmEnrollEntity: ModelObject {
    package var txId: String
    package var unknownMembers = UnknownMembers()

    package init(txId: String) { self.txId = txId }
}

/// The trust agent enrols itself (sheet 5.12). The password is upstream's; here the operator's token takes its place.
package struct RequestEnrollTas: ModelObject {
    package var id: String
    package var request: Credential?
    package var unknownMembers = UnknownMembers()

    package init(id: String, request: Credential? = nil) {
        self.id = id
        self.request = request
    }

    package struct Credential: ModelObject, CustomReflectable {
        package var password: String
        package var unknownMembers = UnknownMembers()

        package init(password: String) { self.password = password }

        /// Empty, so that `dump` does not show the password.
        package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
    }
}

/// The answer to ``RequestEnrollTas``.
package struct _RequestEnrollTas: ModelObject {
    package var txId: String
    /// The URL of the trust agent's certificate.
    package var certVcRef: String
    package var unknownMembers = UnknownMembers()

    package init(txId: String, certVcRef: String) {
        self.txId = txId
        self.certVcRef = certVcRef
    }
}

extension OpenDIDEndpoints.TAS {
    package static let proposeEnrolEntity =
        ServiceEndpoint<ProposeEnrollEntity, _ProposeEnrollEntity>(.tas, .post, "propose-enroll-entity")
    package static let requestEnrolEntity =
        ServiceEndpoint<RequestEnrollEntity, _RequestEnrollEntity>(.tas, .post, "request-enroll-entity")
    package static let confirmEnrolEntity =
        ServiceEndpoint<ConfirmEnrollEntity, _ConfirmEnrollEntity>(.tas, .post, "confirm-enroll-entity")
    package static let requestEnrolTAS = ServiceEndpoint<RequestEnrollTas, _RequestEnrollTas>(.tas, .post, "request-enroll-tas")
}
