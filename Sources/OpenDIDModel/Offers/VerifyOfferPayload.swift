import HeraldJSON

/// A verifier's invitation to show credentials (OpenDID sheet 4.4, 7.1).
///
/// OpenDID sheet 4.9, #25: the original table and declaration disagree about what is optional, and the specification differs from both;
/// here only ``type`` and ``mode`` are required.
public struct VerifyOfferPayload: ModelObject {
    /// The offer's UUID; a printed QR code has none.
    public var offerId: String?
    /// `VerifyOffer`.
    public var type: OfferTypeEnum
    /// How the presentation travels.
    public var mode: PresentModeEnum
    /// The terminal that asks.
    public var device: String?
    /// The service.
    public var service: String?
    /// URLs of the verifier.
    public var endpoints: [String]?
    /// Until when it holds (datetime).
    @UTCDatetime public var validUntil: String?
    /// ``locked`` as it is on the wire: an absent member and a written `false` are two things.
    public var lockedMember: Bool?
    public var unknownMembers = UnknownMembers()

    /// Whether the verifier wants a passcode first; not when absent.
    public var locked: Bool {
        get { lockedMember ?? false }
        set { lockedMember = newValue }
    }

    enum CodingKeys: String, CodingKey {
        case offerId, type, mode, device, service, endpoints, validUntil
        case lockedMember = "locked"
    }

    /// A value from its members.
    public init(
        offerId: String? = nil, type: OfferTypeEnum, mode: PresentModeEnum, device: String? = nil, service: String? = nil,
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
