import SDNValues
import SDNWire

// The messages to which other messages reply, and the profiles of their senders.
extension TimelineModel {
    mutating func touchQuoters(of eventId: String) {
        for quoter in quoters[eventId] ?? [] {
            if let place = places[quoter] { dirty.insert(place) }
        }
        for entry in outgoing where entry.echo.repliedToId == eventId {
            dirty.insert(Self.echoes + entry.number)
        }
    }

    /// Takes replied-to messages in.
    package mutating func take(quotes: [QuotedEvent]) {
        for quote in quotes where places[quote.event.eventId] == nil {
            quoted[quote.event.eventId] = quote.event
            for edit in quote.edits { relate(edit) }
            touchQuoters(of: quote.event.eventId)
        }
    }

    /// The IDs of the replied-to messages that the model does not have.
    package var missingQuotes: Set<String> { Set(quoters.keys.filter { places[$0] == nil && quoted[$0] == nil }) }

    func inReplyTo(of event: MXEvent) -> MXInReplyTo? {
        guard let name = event.repliedToId else { return nil }
        let id = aliases[name] ?? name
        let place = places[id]
        let echo = outgoing.first { $0.localId == id || $0.echo.eventId == id }?.echo
        guard let found = place.flatMap(eventIndex).map({ events[$0] }) ?? echo ?? quoted[id],
            !IgnoredUsers.hide(found, ignored)
        else { return MXInReplyTo(eventId: id, event: nil) }
        // A message that is not in the model is older than all of its events, or a local echo.
        let time: Int? = place ?? (echo == nil ? Int.min : nil)
        let edits = (related[id] ?? [:]).values.filter { $0.isReplacement && found.canTake($0) }
        let edit = edits.max { $1.isLaterEdit(than: $0) }
        let shown = edit.flatMap { found.taking($0) } ?? found
        return MXInReplyTo(
            eventId: id,
            event: MXEmbeddedEvent(event: shown, senderProfile: profiles.profile(of: found.sender, at: time)))
    }
}

extension TimelineModel {
    /// Sets the names of the room's present members, by which names are ambiguous.
    package mutating func take(names: [String: String]) { profiles.begin(names: names) }

    /// True when the profile of a user is known.
    package func knowsProfile(of userId: String) -> Bool { profiles.knows(userId) }

    /// Notes the current profiles of users. A profile that is known already stays.
    package mutating func take(profiles users: [MXUserProfile]) {
        for user in users where !profiles.knows(user.userId) {
            touchItems(of: user.userId)
            profiles.know(user.userId, .init(displayname: user.displayname, avatarUrl: user.avatarUrl))
        }
    }

    mutating func touchItems(of userId: String?) {
        for (index, item) in items.enumerated()
        where item.original.sender == userId || item.inReplyTo?.event?.event.sender == userId {
            dirty.insert(keys[index])
        }
    }

    /// Notes that a member's name changed, or that the member came or left.
    package mutating func takeName(of event: MXEvent) {
        guard let member = MXRoomMember(event) else { return }
        let affected = profiles.set(name: member.isPresent ? member.displayname : nil, of: member.userId)
        guard !affected.isEmpty else { return }
        for (index, item) in items.enumerated() {
            let names = [item.senderProfile.displayname, item.inReplyTo?.event?.senderProfile.displayname]
            if names.contains(where: { $0.map { affected.contains(NameLikeness.key($0)) } ?? false }) {
                dirty.insert(keys[index])
            }
        }
    }
}
