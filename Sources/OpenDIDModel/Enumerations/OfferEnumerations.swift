/// The kind of offer (OpenDID sheet 4.6, 7.1).
///
/// OpenDID sheet 4.9, #28: the original text uses it and does not define it.
public enum OfferTypeEnum: String, Codable, Sendable, Hashable, CaseIterable {
    case IssueOffer
    case VerifyOffer
    /// Of M142, and of release 2 of the protocol.
    case RestoreDidOffer
    /// Release 2 of the protocol.
    case ZkpIssueOffer
    /// Release 2 of the protocol.
    case VerifyProofOffer
}

/// How a presentation travels (OpenDID sheet 4.6, 7.3).
///
/// OpenDID sheet 4.9, #28: the original text uses it and does not define it.
public enum PresentModeEnum: String, Jsonable, Sendable, Hashable, CaseIterable {
    /// From the wallet to the verifier's server.
    case Direct
    /// Through the terminal that asked.
    case Indirect
    /// Through a proxy; the specification names it and nothing implements it.
    case Proxy
}

/// What a ``DataPayload`` carries (OpenDID sheet 4.6, 7.2).
public enum PayloadTypeEnum: String, Codable, Sendable, Hashable, CaseIterable {
    case ISSUE_VC
    case SUBMIT_VP
    case RESTORE_DID
}
