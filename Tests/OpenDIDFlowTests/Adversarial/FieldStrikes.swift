import HeraldJSON
import OpenDIDWallet

/// Every member of a message dropped, emptied, and exchanged for that of another message of the same type.
enum FieldStrikes {
    /// A changed value, and what was changed.
    struct Change: Sendable {
        let kind: Strike.Kind
        let place: JSONPlace
        let value: JSONValue
    }

    static func changes(of value: JSONValue, against other: JSONValue?) -> [Change] {
        value.places().flatMap { place -> [Change] in
            let old = value[place]
            let candidates: [(Strike.Kind, JSONValue?)] = [
                (.dropped, value.setting(nil, at: place)),
                (.emptied, old?.emptied.map { value.setting($0, at: place) }),
                (.swapped, other?[place].map { value.setting($0, at: place) }),
            ]
            return candidates.compactMap { kind, changed in
                guard let changed, changed != value else { return nil }
                return Change(kind: kind, place: place, value: changed)
            }
        }
    }

    /// For a call whose right body is `body` while another wallet's is `other`.
    static func all(_ call: ServiceCall, _ body: JSONValue, _ other: JSONValue) -> [Strike] {
        changes(of: body, against: other).map {
            Strike(kind: $0.kind, detail: "\($0.place)", call: call, body: $0.value)
        }
    }
}
