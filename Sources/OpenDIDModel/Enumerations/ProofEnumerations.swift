/// The purpose of a proof (OpenDID sheet 1.6, 4.6).
public enum ProofPurpose: String, Codable, Sendable, Hashable, CaseIterable {
    case assertionMethod
    case authentication
    case keyAgreement
    case capabilityInvocation
    case capabilityDelegation
}

/// The algorithm of a proof (OpenDID sheet 2.3, 4.6).
public enum ProofType: String, Codable, Sendable, Hashable, CaseIterable, AlgorithmTypeConvertible {
    case rsaSignature2018 = "RsaSignature2018"
    case secp256k1Signature2018 = "Secp256k1Signature2018"
    case secp256r1Signature2018 = "Secp256r1Signature2018"

    public static var commonString: String { "Signature2018" }

    public func convertTo() -> AlgorithmType {
        switch self {
        case .rsaSignature2018: .rsa
        case .secp256k1Signature2018: .secp256k1
        case .secp256r1Signature2018: .secp256r1
        }
    }

    public static func convertFrom(algorithmType: AlgorithmType) -> ProofType {
        switch algorithmType {
        case .rsa: .rsaSignature2018
        case .secp256k1: .secp256k1Signature2018
        case .secp256r1: .secp256r1Signature2018
        }
    }
}
