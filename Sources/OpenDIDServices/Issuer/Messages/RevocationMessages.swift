import HeraldJSON
import OpenDID_DataModel

/// M220 behind the TAS, first step: may this credential be revoked (OpenDID sheet 5.9, step 1).
package struct InspectProposeRevoke: ModelObject {
    /// The message's id.
    package var id: String
    /// The credential's id.
    package var vcId: String
    package var unknownMembers = UnknownMembers()

    package init(id: String, vcId: String) {
        self.id = id
        self.vcId = vcId
    }
}

/// The answer to ``InspectProposeRevoke``.
package struct _InspectProposeRevoke: ModelObject {
    /// The issuer's transaction; the TAS has one of its own.
    package var txId: String
    /// To be sent back in a `ReqRevokeVc` (16 bytes, multibase).
    package var issuerNonce: String
    /// How the holder has to open the keys.
    package var authType: VerifyAuthType
    package var unknownMembers = UnknownMembers()

    package init(txId: String, issuerNonce: String, authType: VerifyAuthType) {
        self.txId = txId
        self.issuerNonce = issuerNonce
        self.authType = authType
    }
}

/// M220 behind the TAS: the holder's wish (OpenDID sheet 5.9, step 6).
package struct RevokeVc: ModelObject {
    /// The message's id.
    package var id: String
    /// The issuer's transaction.
    package var txId: String
    /// The wish, signed by the holder.
    package var request: ReqRevokeVc
    package var unknownMembers = UnknownMembers()

    package init(id: String, txId: String, request: ReqRevokeVc) {
        self.id = id
        self.txId = txId
        self.request = request
    }
}

/// The answer to ``RevokeVc``.
package struct _RevokeVc: ModelObject {
    /// The issuer's transaction.
    package var txId: String
    package var unknownMembers = UnknownMembers()

    package init(txId: String) { self.txId = txId }
}

/// M220 behind the TAS, last step (OpenDID sheet 5.9, step 7).
package struct CompleteRevoke: ModelObject {
    /// The message's id.
    package var id: String
    /// The issuer's transaction.
    package var txId: String
    package var unknownMembers = UnknownMembers()

    package init(id: String, txId: String) {
        self.id = id
        self.txId = txId
    }
}

/// The answer to ``CompleteRevoke``.
package struct _CompleteRevoke: ModelObject {
    /// The issuer's transaction.
    package var txId: String
    package var unknownMembers = UnknownMembers()

    package init(txId: String) { self.txId = txId }
}
