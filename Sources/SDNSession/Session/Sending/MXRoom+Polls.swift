import Foundation
import HeraldJSON
import SDNClient
import SDNFolds
import SDNValues

// Polls (MSC3381). `MXRoom.poll(_:)` reads one.
extension MXRoom {
    /// Begins a poll.
    ///
    /// ```swift
    /// let eventId = try await room.sendPoll("When do we sail?", answers: ["At six", "At noon"])
    /// ```
    /// - Parameters:
    ///   - question: the question.
    ///   - answers: the texts of 1 to 20 answers.
    ///   - maximumSelections: the number of answers that one user may choose. Defaults to 1.
    ///   - isDisclosed: true when the votes are visible before the end. Defaults to true.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    /// - Returns: the event's ID.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument`, or the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendPoll(
        _ question: String, answers: [String], maximumSelections: Int = 1, isDisclosed: Bool = true,
        threadId: String? = nil
    ) async throws -> String {
        let content = try PollMessage.start(
            question, answers: answers.map { (UUID().uuidString, $0) }, maximumSelections: maximumSelections,
            isDisclosed: isDisclosed, prefix: pollPrefix)
        return try await submit(pollPrefix + "msc3381.poll.start", content, threadId: threadId).sent.value()
    }

    /// Votes in a poll. The vote replaces the user's earlier one.
    /// - Parameters:
    ///   - event: the event that began the poll. It may still be in the outbox.
    ///   - answerIds: the IDs of the chosen answers (``/SDNFolds/MXPollAnswer/id``). An empty list revokes the earlier vote.
    /// - Returns: the event's ID.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` if the event is no poll or an answer does not belong to it, with code
    ///   `wrongState` if the poll has ended; or the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func vote(in event: MXEvent, for answerIds: [String]) async throws -> String {
        let poll = try await requirePoll(event)
        let content = try PollMessage.vote(answerIds, in: poll, prefix: pollPrefix)
        return try await submit(pollPrefix + "msc3381.poll.response", content, threadId: nil).sent.value()
    }

    /// Ends a poll. Later votes do not count.
    /// - Parameters:
    ///   - event: the event that began the poll.
    ///   - text: the text that clients without polls show; `nil`, the default, for that of ``/SDNValues/MXStrings/localizer``
    ///     (``/SDNValues/MXStringLocalizerProtocol/pollEnded``).
    /// - Returns: the event's ID.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` if the event is no poll, or if the user neither began it nor may redact
    ///   the events of others; with code `wrongState` if the poll has ended; or the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func endPoll(_ event: MXEvent, text: String? = nil) async throws -> String {
        let (poll, userId) = (try await requirePoll(event), mxSession.myUserId)
        let levels = try await state().powerLevels
        guard poll.authorId == userId || levels.powerLevelOfUser(withUserID: userId) >= levels.redact else {
            throw SDNSDKError(
                .invalidArgument, field: "event",
                reason: "only the author of a poll, or a user who may redact the events of others, can end it")
        }
        let content = try PollMessage.end(
            poll, text: text ?? MXStrings.localizer.pollEnded, prefix: pollPrefix)
        return try await submit(pollPrefix + "msc3381.poll.end", content, threadId: nil).sent.value()
    }

    private var pollPrefix: String { mxSession.sdnRestClient.unstablePrefix }

    private func requirePoll(_ event: MXEvent) async throws -> MXPoll {
        guard let poll = try await poll(event) else {
            throw SDNSDKError(.invalidArgument, field: "event", reason: "the event is no poll")
        }
        return poll
    }
}
