import HeraldJSON
import OpenDID_DataModel
import Testing

/// A body as upstream's documents print it, with values of our own.
struct PublishedBody: Sendable, CustomTestStringConvertible {
    /// The document and its section, such as `TAS 5.1.3`.
    let place: String
    let type: any ModelObject.Type
    let text: String
    /// The members that have to be there, by their paths.
    let required: [String]

    var testDescription: String { "\(place) \(type)" }

    init(_ place: String, _ type: any ModelObject.Type, _ text: String, required: [String] = []) {
        self.place = place
        self.type = type
        self.text = text
        self.required = required
    }

    /// Every example that had no public type once: the trust agent's, the issuer's and the others'.
    static let all = trustAgent + issuer + others
}
