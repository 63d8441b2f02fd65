/// A name that begins with the name of an algorithm. All names of one type have the same ending (OpenDID sheet 2.3 and 4.8).
public protocol ConvertibleToAlgorithmType: RawRepresentable where RawValue == String {
    /// The text after the algorithm's name, such as `Signature2018`.
    static var commonString: String { get }
    /// Returns the algorithm: the raw value without the ending ``commonString``.
    ///
    /// There is no default implementation, because the original one crashes for an unknown name. Each type implements this function for all
    /// of its cases.
    func convertTo() -> AlgorithmType
}

/// A name that can be created from any algorithm (OpenDID sheet 2.3 and 4.8).
public protocol ConvertibleFromAlgorithmType: RawRepresentable where RawValue == String {
    /// The text after the algorithm's name, such as `Signature2018`.
    static var commonString: String { get }
    /// Returns the name that consists of the algorithm's raw value and ``commonString``.
    static func convertFrom(algorithmType: AlgorithmType) -> Self
}

/// A name that can be converted to an algorithm and created from an algorithm.
public typealias AlgorithmTypeConvertible = ConvertibleToAlgorithmType & ConvertibleFromAlgorithmType

/// The kind of a key in a verification method (OpenDID sheet 2.3, 4.6).
public enum DIDKeyType: String, Codable, Sendable, Hashable, CaseIterable, AlgorithmTypeConvertible {
    case rsaVerificationKey2018 = "RsaVerificationKey2018"
    case secp256k1VerificationKey2018 = "Secp256k1VerificationKey2018"
    case secp256r1VerificationKey2018 = "Secp256r1VerificationKey2018"

    public static var commonString: String { "VerificationKey2018" }

    public func convertTo() -> AlgorithmType {
        switch self {
        case .rsaVerificationKey2018: .rsa
        case .secp256k1VerificationKey2018: .secp256k1
        case .secp256r1VerificationKey2018: .secp256r1
        }
    }

    public static func convertFrom(algorithmType: AlgorithmType) -> DIDKeyType {
        switch algorithmType {
        case .rsa: .rsaVerificationKey2018
        case .secp256k1: .secp256k1VerificationKey2018
        case .secp256r1: .secp256r1VerificationKey2018
        }
    }
}

/// An algorithm of keys and signatures (OpenDID sheet 4.6).
public enum AlgorithmType: String, Codable, Sendable, Hashable, CaseIterable {
    case rsa = "Rsa"
    case secp256k1 = "Secp256k1"
    case secp256r1 = "Secp256r1"
}

/// The curve of an ephemeral key (OpenDID sheet 4.6).
///
/// OpenDID sheet 4.9, #20: the tables of the original text also call this type `EllipticCurveType.ELLIPTIC_CURVE_TYPE`, which is its name
/// on Android.
public enum EllipticCurveType: String, Codable, Sendable, Hashable, CaseIterable, ConvertibleToAlgorithmType {
    case secp256k1 = "Secp256k1"
    case secp256r1 = "Secp256r1"

    public static var commonString: String { "" }

    public func convertTo() -> AlgorithmType {
        switch self {
        case .secp256k1: .secp256k1
        case .secp256r1: .secp256r1
        }
    }
}

/// The way in which a holder unlocks a key (OpenDID sheet 1.6, 4.5).
public enum AuthType: Int, Codable, Sendable, Hashable, CaseIterable {
    /// The key needs no unlocking.
    case free = 1
    /// The holder enters a PIN.
    case pin = 2
    /// The holder presents a fingerprint or a face.
    case bio = 4
}
