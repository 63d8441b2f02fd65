import HeraldJSON
import SDNValues

/// A user's place that is shared for some time, with its newest position (MSC3672).
public struct MXLiveLocation: Sendable, Hashable, Identifiable {
    /// The ID of the event that began the share.
    public let id: String
    /// The user whose place it is.
    public let userId: String
    /// The user's text about the share.
    public let description: String?
    /// False when the user has ended the share. ``isLive(at:)`` also considers the time.
    public let isRunning: Bool
    /// The time at which the share ends, in milliseconds since 1970.
    public let expiresAt: UInt64
    /// The newest position; `nil` when none has arrived.
    public let location: MXLocation?
    /// The time of the newest position, in milliseconds since 1970.
    public let locationTs: UInt64?

    /// True when the share is running at a time in milliseconds since 1970.
    public func isLive(at time: UInt64) -> Bool { isRunning && time < expiresAt }

    /// Reads a share.
    /// - Parameters:
    ///   - info: the state event of the share. It counts only in its sender's own name.
    ///   - positions: the events that refer to it.
    init?(_ info: MXEvent, positions: [MXEvent]) {
        let content = info.content
        guard info.stateKey == info.sender, let timeout = content["timeout"]?.intValue, timeout >= 0 else { return nil }
        let begin = LocationMessage.member("msc3488.ts", "m.ts", of: content)?.intValue
        id = info.eventId
        userId = info.sender
        description = content["description"]?.stringValue
        isRunning = content["live"]?.boolValue ?? false
        expiresAt =
            UInt64(clamping: begin ?? Int64(clamping: info.originServerTs)).addingReportingOverflow(
                UInt64(clamping: timeout)
            ).partialValue
        let newest = positions.lazy.filter { $0.eventType == .beacon && $0.sender == info.sender && !$0.isRedacted }
            .compactMap { event -> (MXLocation, UInt64, String)? in
                let content = event.content
                guard
                    let uri = LocationMessage.member("msc3488.location", "m.location", of: content)?["uri"]?
                        .stringValue, let place = MXLocation(geoURI: uri)
                else { return nil }
                let time = LocationMessage.member("msc3488.ts", "m.ts", of: content)?.intValue
                return (place, UInt64(clamping: time ?? Int64(clamping: event.originServerTs)), event.eventId)
            }.max { ($0.1, $0.2) < ($1.1, $1.2) }
        location = newest?.0
        locationTs = newest?.1
    }
}
