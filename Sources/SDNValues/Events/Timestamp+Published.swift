import Foundation
import SDNWire

extension Timestamp {
    package init(_ date: Date) { self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1000)) }

    /// Creates a point in time from the number that the iOS SDK's names have, such as `originServerTs`.
    package init(published milliseconds: UInt64) { self.init(milliseconds: Int64(clamping: milliseconds)) }

    /// The milliseconds since 1970, as the iOS SDK's names have them; 0 for a time before.
    package var published: UInt64 { UInt64(clamping: milliseconds) }
}
