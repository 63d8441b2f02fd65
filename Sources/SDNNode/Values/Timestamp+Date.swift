// Exported, because the public API of this module uses the type. A program need not import SDNWire for it.
@_exported import struct SDNWire.Timestamp
import Foundation

extension Timestamp {
    /// The current time of the system's clock.
    public static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    /// The point in time as a `Date`.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
