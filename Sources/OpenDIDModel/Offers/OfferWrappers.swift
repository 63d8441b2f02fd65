import HeraldJSON

/// A verifier's answer to a request for an offer. A QR code may also contain this answer (OpenDID sheet 4.4, 7.2).
public struct VpOfferWrapper: ModelObject {
    /// The transaction's id.
    public var txId: String?
    /// The offer.
    public var payload: VerifyOfferPayload
    public var unknownMembers = UnknownMembers()

    public init(txId: String? = nil, payload: VerifyOfferPayload) {
        self.txId = txId
        self.payload = payload
    }
}

/// The content of a QR code, a push message or a mail (OpenDID sheet 4.4, 7.2).
///
/// OpenDID sheet 4.9, #41: the original text does not have this type.
public struct DataPayload: ModelObject {
    /// The transaction's id.
    public var txId: String?
    /// The kind of ``payload``.
    public var payloadType: PayloadTypeEnum
    /// The offer's JSON in multibase.
    public var payload: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String? = nil, payloadType: PayloadTypeEnum, payload: String) {
        self.txId = txId
        self.payloadType = payloadType
        self.payload = payload
    }
}

/// A terminal's request to a verifier for an offer (OpenDID sheet 4.4, 5.8).
public struct RequestOfferPayload: ModelObject {
    /// The way in which the presentation will reach the verifier.
    public var mode: PresentModeEnum
    /// The name of the terminal.
    public var device: String
    /// The name of the service.
    public var service: String
    /// The offer's period of validity in seconds. If it is absent, the verifier chooses the period.
    public var validSeconds: Int?
    public var unknownMembers = UnknownMembers()

    public init(mode: PresentModeEnum, device: String, service: String, validSeconds: Int? = nil) {
        self.mode = mode
        self.device = device
        self.service = service
        self.validSeconds = validSeconds
    }
}
