import OpenDID_DataModel

extension ServiceRole {
    /// The server's code for a body that is not JSON, or whose JSON does not have the endpoint's type.
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

    /// The HTTP status with which upstream's server of this role answers ``FrontError/validation`` (`GlobalControllerAdvice` of each
    /// server).
    var validationStatus: Int { self == .verifier || self == .cas ? 400 : 500 }

    /// The server's code for a value that a model type refuses. It is used if the handler threw no more precise error.
    var invalidValue: ServiceErrorCode { unreadableBody.under(400) }

    /// The server's code for a document that fails verification. It is used if the handler threw no more precise error.
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

    /// The server's code for an internal error.
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
