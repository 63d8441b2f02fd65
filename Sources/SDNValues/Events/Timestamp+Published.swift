import Foundation
import SDNWire

extension Timestamp {
    package init(_ date: Date) { self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1000)) }

    /// Creates a point in time from milliseconds since 1970, the unit of public properties such as `originServerTs`.
    package init(published milliseconds: UInt64) { self.init(milliseconds: Int64(clamping: milliseconds)) }

    /// The milliseconds since 1970, for public properties such as `originServerTs`; 0 for a time before 1970.
    package var published: UInt64 { UInt64(clamping: milliseconds) }
}
