import Foundation

/// A place on the earth, in the form of a `geo:` URI (RFC 5870).
public struct MXLocation: Sendable, Hashable {
    /// The latitude in degrees, from -90 to 90.
    public let latitude: Double
    /// The longitude in degrees, from -180 to 180.
    public let longitude: Double
    /// The radius of the circle that contains the place, in metres; `nil` when it is not known.
    public let uncertainty: Double?

    /// Creates a place; `nil` for a number that is outside of its range.
    public init?(latitude: Double, longitude: Double, uncertainty: Double? = nil) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude),
            uncertainty.map({ (0...40_000_000).contains($0) }) ?? true
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.uncertainty = uncertainty
    }

    /// Reads a `geo:` URI, such as `geo:48.858,2.294;u=35`. An altitude is ignored. Returns `nil` for any other text.
    public init?(geoURI: String) {
        guard geoURI.utf8.count <= 256, geoURI.lowercased().hasPrefix("geo:") else { return nil }
        let parts = geoURI.dropFirst(4).split(separator: ";", omittingEmptySubsequences: false)
        let numbers = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        let radius = parts.dropFirst().first { $0.hasPrefix("u=") }.flatMap { Double($0.dropFirst(2)) }
        self.init(latitude: latitude, longitude: longitude, uncertainty: radius)
    }

    /// The `geo:` URI, with six digits after the point, which is a tenth of a metre.
    public var geoURI: String {
        let place = String(format: "geo:%.6f,%.6f", latitude, longitude)
        return uncertainty.map { place + String(format: ";u=%.0f", $0) } ?? place
    }
}
