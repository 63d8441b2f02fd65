/// A name that consists of its algorithm's name and a common ending (OpenDID sheet 2.3 and 4.8).
public protocol ConvertibleToAlgorithmType: RawRepresentable where RawValue == String {
    /// The text after the algorithm's name, such as `Signature2018`.
    static var commonString: String { get }
    /// The algorithm: the raw value without ``commonString``.
    ///
    /// There is no default implementation. The original one ends the program for an unknown name; ours covers every case.
    func convertTo() -> AlgorithmType
}

/// A name that can be made for every algorithm (OpenDID sheet 2.3 and 4.8).
public protocol ConvertibleFromAlgorithmType: RawRepresentable where RawValue == String {
    /// The text after the algorithm's name, such as `Signature2018`.
    static var commonString: String { get }
    /// Returns the name: the algorithm's raw value and ``commonString``.
    static func convertFrom(algorithmType: AlgorithmType) -> Self
}

/// A name that can be converted in both directions.
public typealias AlgorithmTypeConvertible = ConvertibleToAlgorithmType & ConvertibleFromAlgorithmType
