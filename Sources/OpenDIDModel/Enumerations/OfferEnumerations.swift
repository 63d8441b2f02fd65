/// The kind of offer (OpenDID sheet 4.6, 7.1).
///
/// OpenDID sheet 4.9, #28: the original text uses it and does not define it.
public enum OfferTypeEnum: String, Codable, Sendable, Hashable, CaseIterable {
    case IssueOffer
    case VerifyOffer
    /// Used by M142 and by release 2 of the protocol.
    case RestoreDidOffer
    /// Introduced by release 2 of the protocol.
    case ZkpIssueOffer
    /// Introduced by release 2 of the protocol.
    case VerifyProofOffer
}

/// The way in which a presentation reaches the verifier (OpenDID sheet 4.6, 7.3).
///
/// OpenDID sheet 4.9, #28: the original text uses it and does not define it.
public enum PresentModeEnum: String, Jsonable, Sendable, Hashable, CaseIterable {
    /// The wallet sends it to the verifier's server.
    case Direct
    /// The wallet sends it through the terminal that asked.
    case Indirect
    /// The wallet sends it through a proxy. The specification names this mode, and no program implements it.
    case Proxy
}

/// The kind of content of a ``DataPayload`` (OpenDID sheet 4.6, 7.2).
public enum PayloadTypeEnum: String, Codable, Sendable, Hashable, CaseIterable {
    case ISSUE_VC
    case SUBMIT_VP
    case RESTORE_DID
}
