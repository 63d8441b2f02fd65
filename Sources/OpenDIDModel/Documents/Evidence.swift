extension VerifiableCredential {
    /// Evidence that an issuer checked. Its JSON is the JSON of the associated value, without a wrapper (OpenDID sheet 4.1).
    ///
    /// OpenDID sheet 4.9, #40: the original text does not say how the kinds of evidence are distinguished. Here the member `type`
    /// distinguishes them.
    public enum Evidence: Jsonable, Sendable, Hashable {
        /// A verifier checked a document.
        case documentVerification(DocumentVerificationEvidence)

        enum CodingKeys: String, CodingKey { case type }

        public init(from decoder: any Decoder) throws {
            switch try decoder.container(keyedBy: CodingKeys.self).decode(EvidenceType.self, forKey: .type) {
            case .documentVerification:
                self = .documentVerification(
                    try decoder.singleValueContainer().decode(DocumentVerificationEvidence.self))
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .documentVerification(let evidence): try container.encode(evidence)
            }
        }
    }
}
