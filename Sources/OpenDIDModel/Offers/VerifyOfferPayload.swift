import HeraldJSON

/// A verifier's invitation to show credentials (OpenDID sheet 4.4, 7.1).
///
/// OpenDID sheet 4.9, #25: the original table and declaration disagree about the optional members, and the specification differs from both.
/// In this type, only ``type`` and ``mode`` are required.
public struct VerifyOfferPayload: ModelObject {
    /// The offer's UUID. It is absent in a printed QR code.
    public var offerId: String?
    /// The kind of offer: `VerifyOffer`.
    public var type: OfferTypeEnum
    /// The way in which the presentation reaches the verifier.
    public var mode: PresentModeEnum
    /// The name of the terminal that requests the presentation.
    public var device: String?
    /// The name of the service.
    public var service: String?
    /// URLs of the verifier.
    public var endpoints: [String]?
    /// The end of the offer's validity (datetime).
    @UTCDatetime public var validUntil: String?
    /// The JSON member behind ``locked``. `nil` means that the member is absent. `false` is encoded as `false`.
    public var lockedMember: Bool?
    public var unknownMembers = UnknownMembers()

    /// True if the user must enter a passcode before answering. An absent member means false.
    public var locked: Bool {
        get { lockedMember ?? false }
        set { lockedMember = newValue }
    }

    enum CodingKeys: String, CodingKey {
        case offerId, type, mode, device, service, endpoints, validUntil
        case lockedMember = "locked"
    }

    public init(
        offerId: String? = nil, type: OfferTypeEnum, mode: PresentModeEnum, device: String? = nil,
        service: String? = nil,
        endpoints: [String]? = nil, validUntil: String? = nil, locked: Bool? = nil
    ) {
        self.offerId = offerId
        self.type = type
        self.mode = mode
        self.device = device
        self.service = service
        self.endpoints = endpoints
        self.validUntil = validUntil
        self.lockedMember = locked
    }
}
