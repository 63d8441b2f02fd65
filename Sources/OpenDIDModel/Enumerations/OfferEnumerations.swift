/// The kind of offer (OpenDID sheet 4.6, 7.1).
///
/// OpenDID sheet 4.9, #28: the original text uses this type and does not define it.
public enum OfferTypeEnum: String, Codable, Sendable, Hashable, CaseIterable {
    case IssueOffer
    case VerifyOffer
    /// M142 and release 2 of the protocol use this value.
    case RestoreDidOffer
    /// Release 2 of the protocol introduced this value.
    case ZkpIssueOffer
    /// Release 2 of the protocol introduced this value.
    case VerifyProofOffer
}

/// The way in which a presentation reaches the verifier (OpenDID sheet 4.6, 7.3).
///
/// OpenDID sheet 4.9, #28: the original text uses this type and does not define it.
public enum PresentModeEnum: String, Jsonable, Sendable, Hashable, CaseIterable {
    /// The wallet sends the presentation to the verifier's server.
    case Direct
    /// The wallet gives the presentation to the terminal that showed the offer, and the terminal sends it.
    case Indirect
    /// The wallet sends the presentation through a proxy. The specification names this mode, but no program implements it.
    case Proxy
}

/// The kind of content of a ``DataPayload`` (OpenDID sheet 4.6, 7.2).
public enum PayloadTypeEnum: String, Codable, Sendable, Hashable, CaseIterable {
    case ISSUE_VC
    case SUBMIT_VP
    case RESTORE_DID
}
