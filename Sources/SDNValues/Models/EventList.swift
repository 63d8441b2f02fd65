import HeraldJSON

/// Reads the events of an answer.
enum EventList {
    /// Returns the events of an array; empty when there is no array. Elements without a type and elements that are not objects are left
    /// out, so that one bad event does not hide a room's history.
    static func read(_ view: JSONView?, roomId: String? = nil) -> [MXEvent] {
        guard let view else { return [] }
        return view.elements.compactMap { try? MXEvent(view: $0, roomId: roomId) }
    }

    /// Returns the events of an array as ``read(_:roomId:)`` does. The array is required.
    /// - Throws: `JSONError` naming `path`.
    static func require(_ view: JSONView?, path: String, roomId: String? = nil) throws -> [MXEvent] {
        guard let view else {
            throw JSONError(.missingMember, path: path, reason: "this member is required and absent")
        }
        guard view.kind == .array else {
            throw JSONError(.wrongKind, path: path, reason: "an array was expected, but this is \(view.kind)")
        }
        return read(view, roomId: roomId)
    }
}
