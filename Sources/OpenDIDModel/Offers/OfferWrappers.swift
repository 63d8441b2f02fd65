import HeraldJSON

/// A verifier's answer to a request for an offer, also seen in QR codes (OpenDID sheet 4.4, 7.2).
public struct VpOfferWrapper: ModelObject {
    /// The transaction.
    public var txId: String?
    /// The offer.
    public var payload: VerifyOfferPayload
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String? = nil, payload: VerifyOfferPayload) {
        self.txId = txId
        self.payload = payload
    }
}

/// What a QR code, a push message or a mail carries (OpenDID sheet 4.4, 7.2).
///
/// OpenDID sheet 4.9, #41: the original text does not have it.
public struct DataPayload: ModelObject {
    /// The transaction.
    public var txId: String?
    /// What ``payload`` is.
    public var payloadType: PayloadTypeEnum
    /// The offer's JSON in multibase.
    public var payload: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String? = nil, payloadType: PayloadTypeEnum, payload: String) {
        self.txId = txId
        self.payloadType = payloadType
        self.payload = payload
    }
}

/// What a terminal asks a verifier for (OpenDID sheet 4.4, 5.8).
public struct RequestOfferPayload: ModelObject {
    /// How the presentation will travel.
    public var mode: PresentModeEnum
    /// The terminal.
    public var device: String
    /// The service.
    public var service: String
    /// How long the offer shall hold, in seconds; the verifier's choice when absent.
    public var validSeconds: Int?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(mode: PresentModeEnum, device: String, service: String, validSeconds: Int? = nil) {
        self.mode = mode
        self.device = device
        self.service = service
        self.validSeconds = validSeconds
    }
}
