import Foundation
import HeraldJSON
import HeraldPeer
import OpenDIDServices
import OpenDID_DataModel

/// Records the calls between servers in a file, as one JSON object per line. It contains the names of calls and members and never values.
struct PeerCallLog: Sendable {
    private let file: URL

    init(path: String) { file = URL(fileURLWithPath: path) }

    /// Creates an empty file, and returns the function that writes to it.
    /// - Throws: ``CommandFailure`` when it cannot be written.
    func writer() throws -> @Sendable (PeerExchange) -> Void {
        guard let handle = try? PrivateFiles.make(file.path) else {
            throw CommandFailure("\(file.path) cannot be written", code: "file")
        }
        return { exchange in
            let line: JSONValue = [
                "caller": exchange.caller.map { .string($0.rawValue) } ?? .null,
                "callee": .string(exchange.callee.rawValue),
                "method": .string(exchange.method), "path": .string(exchange.path),
                "status": .int(Int64(exchange.status)),
                "sent": .array(exchange.sent.map { .string($0) }),
                "received": .array(exchange.received.map { .string($0) }),
            ]
            // The line is written before the calling server continues, so that a reader of the file need not wait for it.
            try? handle.write(contentsOf: Data(line.serialized() + [0x0A]))
        }
    }

    /// Returns the calls in the file that were not read before.
    /// - Parameter known: the number of calls that were already read.
    func calls(after known: Int) -> [FlowTrace.Call] {
        guard let data = try? Data(contentsOf: file) else { return [] }
        return data.split(separator: 0x0A).dropFirst(known).compactMap { line in
            guard let entry = try? JSONValue(parsing: [UInt8](line)), let path = entry["path"]?.stringValue else {
                return nil
            }
            func role(_ member: String) -> ServiceRole? {
                entry[member]?.stringValue.flatMap(ServiceRole.init(rawValue:))
            }
            func names(_ member: String) -> [String] { entry[member]?.arrayValue?.compactMap(\.stringValue) ?? [] }
            return FlowTrace.Call(
                from: FlowTrace.Actor(role("caller")), to: FlowTrace.Actor(role("callee")),
                method: entry["method"]?.stringValue ?? "",
                path: path, status: entry["status"]?.intValue.map(Int.init), sent: names("sent"),
                received: names("received"))
        }
    }
}
