/// A name that says its algorithm: the algorithm's own name and a common ending (OpenDID sheet 2.3 and 4.8).
public protocol ConvertibleToAlgorithmType: RawRepresentable where RawValue == String {
    /// What comes after the algorithm's name, such as `Signature2018`.
    static var commonString: String { get }
    /// The algorithm: the raw value without ``commonString``.
    ///
    /// There is no default implementation: the original one ends the program for a name it does not know, ours are total.
    func convertTo() -> AlgorithmType
}

/// A name that can be made for any algorithm (OpenDID sheet 2.3 and 4.8).
public protocol ConvertibleFromAlgorithmType: RawRepresentable where RawValue == String {
    /// What comes after the algorithm's name, such as `Signature2018`.
    static var commonString: String { get }
    /// The name: the algorithm's raw value and ``commonString``.
    static func convertFrom(algorithmType: AlgorithmType) -> Self
}

/// Both directions.
public typealias AlgorithmTypeConvertible = ConvertibleToAlgorithmType & ConvertibleFromAlgorithmType
