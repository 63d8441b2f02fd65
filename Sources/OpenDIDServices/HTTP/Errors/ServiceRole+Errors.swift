import OpenDID_DataModel

extension ServiceRole {
    /// What this server says of a body that cannot be read as JSON, or not as the type that the endpoint takes.
    var unreadableBody: ServiceErrorCode {
        switch self {
        case .tas, .list, .noti: TASError.bodyUnreadable
        case .cas: CASError.bodyUnreadable
        case .wallet: WalletProviderError.bodyUnreadable
        case .issuer: IssuerError.bodyUnreadable
        case .verifier: VerifierError.bodyUnreadable
        case .gateway: GatewayError.bodyInvalid
        }
    }

    /// The HTTP status under which upstream's servers answer ``FrontError/validation`` (`GlobalControllerAdvice` of each).
    var validationStatus: Int { self == .verifier || self == .cas ? 400 : 500 }

    /// What this server says of a value that the model refuses, where no handler found a better code.
    var invalidValue: ServiceErrorCode { unreadableBody.under(400) }

    /// What this server says of a document that does not verify, where no handler found a better code.
    var failedVerification: ServiceErrorCode {
        switch self {
        case .tas, .list, .noti: TASError.signatureInvalid
        case .issuer: IssuerError.signatureInvalid
        case .verifier: VerifierError.signatureInvalid
        case .wallet: WalletProviderError.keyProofInvalid
        case .cas: CASError.bodyInvalid
        case .gateway: GatewayError.bodyInvalid
        }
    }

    /// What this server says when it is itself at fault.
    var unknownError: ServiceErrorCode {
        switch self {
        case .tas, .list, .noti: TASError.unknown
        case .cas: CASError.unknown
        case .wallet: WalletProviderError.unknown
        case .issuer: IssuerError.unknown
        case .verifier: VerifierError.unknown
        case .gateway: GatewayError.unknown
        }
    }
}
