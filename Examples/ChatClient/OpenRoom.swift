import HeraldJSON
import SDNSDK

/// The room that is shown. Each new or changed item of its timeline becomes a line.
@MainActor
final class OpenRoom {
    let room: MXRoom
    private let updates: MXTimelineUpdates
    private var items: [MXTimelineItem] = []
    /// The lines that were shown, by the items' IDs. An item has the same ID before and after it was sent.
    private var shown: [String: String] = [:]
    /// The files of the room, in the order in which they were shown.
    private var files: [String] = []
    private var following: Task<Void, Never>?

    init(_ room: MXRoom) async throws {
        self.room = room
        updates = try await room.timelineUpdates(limit: 20)
        following = Task { [weak self, updates] in
            for await batch in updates { await self?.take(batch) }
        }
    }

    func close() { following?.cancel() }

    /// Returns the address of a file by its number.
    func file(_ number: Int) -> String? { files.indices.contains(number - 1) ? files[number - 1] : nil }

    func showOlder() async throws {
        guard updates.hasOlder else { return Screen.show("* these are all messages") }
        try await updates.loadOlder(20)
    }

    private func take(_ batch: MXTimelineBatch) async {
        items.apply(batch)
        let members = try? await room.members(loadFromNode: false)
        for item in items where item.event.eventType == .roomMessage {
            let line = line(item, members?.memberName(item.event.sender) ?? item.event.sender)
            if shown.updateValue(line, forKey: item.id) != line { Screen.show(line) }
        }
    }

    private func line(_ item: MXTimelineItem, _ sender: String) -> String {
        let content = item.event.content
        var line = "\(sender): " + (content["body"]?.stringValue ?? "(deleted)")
        if let file = content["url"]?.stringValue { line += " [file \(number(of: file))]" }
        if item.isEdited { line += " (edited)" }
        for reaction in item.reactions { line += " \(reaction.reaction)×\(reaction.count)" }
        if let failure = item.failure { line += " [not sent: \(failure)]" }
        return line
    }

    private func number(of file: String) -> Int {
        if let index = files.firstIndex(of: file) { return index + 1 }
        files.append(file)
        return files.count
    }
}
