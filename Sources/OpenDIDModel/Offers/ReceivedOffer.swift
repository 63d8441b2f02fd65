import HeraldJSON
import HeraldKeys

/// An offer that a wallet received in a QR code, a push message, a mail or a link (OpenDID sheet 7.1, 7.2).
///
/// ```swift
/// switch try ReceivedOffer(scannedText) {
/// case .issue(let offer, _): print("\(offer.issuer) offers \(offer.vcPlanId)")
/// case .verify(_, let txId): print("a verifier asks for a presentation", txId ?? "")
/// case .restore(let offer, _): print("\(offer.did) can be restored")
/// }
/// ```
public enum ReceivedOffer: Sendable, Hashable {
    /// An issuer offers a credential.
    case issue(IssueOfferPayload, txId: String?)
    /// A verifier asks for a presentation.
    case verify(VerifyOfferPayload, txId: String?)
    /// The trust agent offers to restore a DID.
    case restore(RestoreDidOfferPayload, txId: String?)

    /// The text with which a link or a message from another app begins. The content follows in base64, with or without padding (OpenDID
    /// sheet 7.2).
    public static let linkPrefix = "opendid;v1;"

    /// The longest text that is read, in UTF-8 bytes. A QR code holds far fewer.
    public static let maxLength = 64 * 1_024

    /// Reads an offer in any form of OpenDID sheet 7.2: a ``DataPayload``, a ``VpOfferWrapper``, an offer without a wrapper, or a link that
    /// contains one of these three.
    ///
    /// White space is ignored around the text, around the content of a link and around a payload in plain JSON.
    /// - Parameter text: the text that was scanned or received.
    /// - Throws: ``DataModelError`` with code `offer` and the path of the wrong member.
    public init(_ text: String) throws(DataModelError) {
        guard text.utf8.count <= Self.maxLength else {
            throw DataModelError(.offer, reason: "an offer has at most \(Self.maxLength) bytes")
        }
        let bytes: [UInt8]
        let trimmed = Self.trimmed(text)
        if trimmed.starts(with: Self.linkPrefix.utf8) {
            do {
                let link = Self.trimmed(trimmed.dropFirst(Self.linkPrefix.utf8.count))
                bytes = try Base64.decode(String(decoding: link, as: UTF8.self))
            } catch {
                throw DataModelError(.offer, reason: "what follows \(Self.linkPrefix) is not base64")
            }
        } else {
            bytes = Array(trimmed)
        }
        let root = try Self.object(bytes, at: "")
        if root["payloadType"] != nil {
            try self.init(data: Self.decode(DataPayload.self, from: root, at: ""))
        } else if root["payload"]?.kind == .object {
            let wrapper = try Self.decode(VpOfferWrapper.self, from: root, at: "")
            try Self.require(wrapper.payload.type == .VerifyOffer, at: "payload.type", "a wrapper holds a VerifyOffer")
            self = .verify(wrapper.payload, txId: wrapper.txId)
        } else if root["type"] != nil {
            try self.init(bare: root, txId: root["txId"]?.string, at: "")
        } else {
            throw DataModelError(.offer, reason: "an offer has a payloadType, a payload or a type")
        }
    }

    /// The longest base58 text of an offer, in characters. A QR code holds at most 4,296.
    private static let payloadLimit = 16 << 10

    private init(data: DataPayload) throws(DataModelError) {
        let bytes: [UInt8]
        // Plain JSON is accepted too, because one example in the original documentation has a payload without an encoding.
        let raw = Self.trimmed(data.payload)
        if raw.first == UInt8(ascii: "{") {
            bytes = Array(raw)
        } else {
            do {
                bytes = try Multibase.decode(data.payload, base58Limit: Self.payloadLimit).bytes
            } catch {
                throw DataModelError(.offer, field: "payload", reason: error.reason)
            }
        }
        try self.init(bare: Self.object(bytes, at: "payload"), txId: data.txId, at: "payload")
        let matches =
            switch self {
            case .issue: data.payloadType == .ISSUE_VC
            case .verify: data.payloadType == .SUBMIT_VP
            case .restore: data.payloadType == .RESTORE_DID
            }
        try Self.require(matches, at: "payloadType", "\(data.payloadType.rawValue) does not fit the offer inside")
    }

    private init(bare root: JSONView, txId: String?, at place: String) throws(DataModelError) {
        let type = Self.join(place, "type")
        guard let name = root["type"]?.string else {
            throw DataModelError(.offer, field: type, reason: "a text is required")
        }
        switch OfferTypeEnum(rawValue: name) {
        case .IssueOffer:
            let offer = try Self.decode(IssueOfferPayload.self, from: root, at: place)
            try Self.require(DID.isWellFormed(offer.issuer), at: Self.join(place, "issuer"), "a DID is required")
            self = .issue(offer, txId: txId)
        case .VerifyOffer: self = .verify(try Self.decode(VerifyOfferPayload.self, from: root, at: place), txId: txId)
        case .RestoreDidOffer:
            let offer = try Self.decode(RestoreDidOfferPayload.self, from: root, at: place)
            try Self.require(DID.isWellFormed(offer.did), at: Self.join(place, "did"), "a DID is required")
            self = .restore(offer, txId: txId)
        case .ZkpIssueOffer, .VerifyProofOffer:
            throw DataModelError(.offer, field: type, reason: "zero-knowledge credentials are not supported")
        case nil: throw DataModelError(.offer, field: type, reason: "'\(Excerpt.of(name))' is not a kind of offer")
        }
    }

    private static func object(_ bytes: [UInt8], at place: String) throws(DataModelError) -> JSONView {
        do {
            let root = try JSONDocument(bytes, limits: .model).root
            guard root.kind == .object else {
                throw DataModelError(.offer, field: place, reason: "a JSON object is required")
            }
            return root
        } catch let error as JSONError {
            throw DataModelError(.offer, field: join(place, error.path), reason: error.reason)
        } catch let error as DataModelError {
            throw error
        } catch {
            throw DataModelError(.offer, field: place, reason: "a JSON object is required")
        }
    }

    private static func decode<Offer: Decodable>(_ type: Offer.Type, from root: JSONView, at place: String)
        throws(DataModelError) -> Offer
    {
        do {
            return try JSONModelDecoder().decode(type, from: root)
        } catch {
            throw DataModelError(.offer, field: join(place, error.path), reason: error.reason)
        }
    }

    /// Trims a text by its bytes, because Swift's `String` considers the Greek question mark equal to a semicolon.
    private static func trimmed(_ text: some StringProtocol) -> Substring.UTF8View { trimmed(Substring(text).utf8) }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
        return rest
    }

    private static func require(_ condition: Bool, at field: String, _ reason: String) throws(DataModelError) {
        guard condition else { throw DataModelError(.offer, field: field, reason: reason) }
    }

    private static func join(_ place: String, _ path: String) -> String {
        path.isEmpty ? place : place.isEmpty ? path : "\(place).\(path)"
    }
}

extension ReceivedOffer {
    /// Returns the content of a QR code or a push message for the offer. The payload is the canonical form of the offer in base64 multibase
    /// (OpenDID sheet 7.2).
    /// - Throws: `JSONError` if the offer has no canonical form.
    public func dataPayload() throws(JSONError) -> DataPayload {
        switch self {
        case .issue(let offer, let txId):
            DataPayload(txId: txId, payloadType: .ISSUE_VC, payload: try MultibaseEnvelope.seal(offer, as: .base64))
        case .verify(let offer, let txId):
            DataPayload(txId: txId, payloadType: .SUBMIT_VP, payload: try MultibaseEnvelope.seal(offer, as: .base64))
        case .restore(let offer, let txId):
            DataPayload(txId: txId, payloadType: .RESTORE_DID, payload: try MultibaseEnvelope.seal(offer, as: .base64))
        }
    }
}
