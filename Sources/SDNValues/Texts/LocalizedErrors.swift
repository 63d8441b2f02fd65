import Foundation
import HeraldJSON
import HeraldKeys
import SDNWire

extension SDNSDKError: LocalizedError {
    /// A sentence for people, from ``MXStrings/localizer``.
    public var errorDescription: String? { MXStrings.localizer.sentence(about: self) }
    /// The technical reason as an English sentence.
    public var failureReason: String? { EnglishSentences.sentence(reason) }
}

extension MXError: LocalizedError {
    /// A sentence for people, from ``MXStrings/localizer``.
    public var errorDescription: String? { MXStrings.localizer.sentence(about: self) }
    /// The sentence that the node sent, in the node's language.
    public var failureReason: String? { EnglishSentences.sentence(error) }
}

extension JSONError: LocalizedError {
    /// The reason as a sentence.
    public var errorDescription: String? { EnglishSentences.sentence(reason) }
}

extension KeysError: LocalizedError {
    /// The reason as a sentence.
    public var errorDescription: String? { EnglishSentences.sentence(description) }
}

extension WireError: LocalizedError {
    /// The reason as a sentence.
    public var errorDescription: String? { EnglishSentences.sentence(description) }
}

extension MatrixError: LocalizedError {
    /// The sentence of the ``MXError`` with this code.
    public var errorDescription: String? {
        MXStrings.localizer.sentence(about: MXError(errcode: code.rawValue, error: message, retryAfter: retryAfter))
    }
}
