import Foundation
import HeraldLocks

/// The texts for people that the SDK writes itself: names of rooms without a name, texts of notifications, sentences about errors,
/// and the end of a poll.
///
/// Every member has an English default, so a type implements only the texts that it changes. ``MXStrings/localizer`` sets the texts of the
/// process.
///
/// ```swift
/// struct GermanTexts: MXStringLocalizerProtocol {
///     var emptyRoom: String { "Leerer Raum" }
///     func twoMembers(_ first: String, _ second: String) -> String { "\(first) und \(second)" }
/// }
/// ```
public protocol MXStringLocalizerProtocol: Sendable {
    /// The name of a room without a name and without other members.
    var emptyRoom: String { get }
    /// Returns the name of a room with two other members.
    func twoMembers(_ first: String, _ second: String) -> String
    /// Returns the name of a room with more other members than are named.
    /// - Parameters:
    ///   - first: the member who is named.
    ///   - count: the number of the other members besides the one who is named, at least 1.
    func moreThanTwoMembers(_ first: String, count: Int) -> String
    /// Returns the name of a room whose other members have left.
    /// - Parameter name: the name that the room had with them.
    func allOtherMembersLeft(_ name: String) -> String
    /// Returns the text of a notification, and of a message in a room list (``MXEvent/shortText(from:)``).
    /// - Parameters:
    ///   - content: the content of the event.
    ///   - sender: the name of the sender. The title of a notification shows it too.
    func sentence(about content: MXNotificationContent, from sender: String) -> String
    /// The text that clients without polls show at the end of a poll. Everyone in the room reads it.
    var pollEnded: String { get }
    /// Returns a sentence about an error of the SDK itself.
    func sentence(about error: SDNSDKError) -> String
    /// Returns a sentence about a refusal of the node.
    func sentence(about error: MXError) -> String
}

extension MXStringLocalizerProtocol {
    /// "Empty room".
    public var emptyRoom: String { "Empty room" }
    /// "Ann and Bo".
    public func twoMembers(_ first: String, _ second: String) -> String { "\(first) and \(second)" }
    /// "Ann and 3 others".
    public func moreThanTwoMembers(_ first: String, count: Int) -> String {
        "\(first) and \(count) \(count == 1 ? "other" : "others")"
    }
    /// "Ann (left)".
    public func allOtherMembersLeft(_ name: String) -> String { name + " (left)" }
    /// "The poll has ended."
    public var pollEnded: String { "The poll has ended." }
    /// Returns an English sentence for the error's code. An unknown code has the sentence of its reason.
    public func sentence(about error: SDNSDKError) -> String { EnglishSentences.about(error) }
    /// Returns an English sentence for the error's code. An unknown code has the node's own sentence.
    public func sentence(about error: MXError) -> String { EnglishSentences.about(error) }
}

/// The texts in English.
public struct MXDefaultStringLocalizer: MXStringLocalizerProtocol {
    /// Creates the English texts.
    public init() {}
}

/// The texts of this process.
public enum MXStrings {
    private static let current = Mutex<any MXStringLocalizerProtocol>(MXDefaultStringLocalizer())

    /// The texts that all sessions of the process use. A change has an effect when a text is next read. Defaults to
    /// ``MXDefaultStringLocalizer``.
    public static var localizer: any MXStringLocalizerProtocol {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// Returns a sentence about any error. An error without a sentence, such as one of an app's own transport, has that of an error of the SDK.
    package static func sentence(about error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription
            ?? localizer.sentence(about: SDNSDKError(.init(rawValue: "unknown_error"), reason: ""))
    }
}
