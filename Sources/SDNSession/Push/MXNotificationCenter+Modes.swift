import HeraldJSON
import HeraldLocks
import SDNClient
import SDNValues
import SDNWire

/// The notification mode of a room: all messages, mentions only, or none (SDN sheet 6.3).
extension MXNotificationCenter {
    private static let type = "m.push_rules"

    /// Returns the messages of a room of which the user is notified: the mode that the user has chosen, or else the default of such rooms.
    public func notificationMode(ofRoom roomId: String) -> MXRoomNotificationMode {
        if let chosen = userDefinedNotificationMode(ofRoom: roomId) { return chosen }
        let summary = session.roomSummary(withRoomId: roomId)
        return defaultNotificationMode(
            isEncrypted: summary?.isEncrypted ?? false, isOneToOne: summary?.membersCount.joined == 2)
    }

    /// Returns the mode that the user has chosen for a room; `nil` when the user has chosen none.
    public func userDefinedNotificationMode(ofRoom roomId: String) -> MXRoomNotificationMode? {
        RoomNotificationRules(rules: rules.global.rules, roomId: roomId).chosenMode
    }

    /// Returns the mode of rooms for which the user has chosen none.
    /// - Parameters:
    ///   - isEncrypted: true for rooms whose members encrypt their messages.
    ///   - isOneToOne: true for rooms with two members.
    public func defaultNotificationMode(isEncrypted: Bool, isOneToOne: Bool) -> MXRoomNotificationMode {
        RoomNotificationRules.defaultMode(rules.global.rules, isEncrypted: isEncrypted, isOneToOne: isOneToOne)
    }

    /// Sets the messages of a room of which the user is notified, on all of the user's devices. When the call returns, the session decides by the new
    /// mode, also while it does not sync. The rules that this needs are set and removed one after the other. If a request fails, the call can be repeated.
    /// - Parameters:
    ///   - mode: the mode; `nil` leaves the decision to the defaults again.
    ///   - roomId: the room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when a request cannot be sent or has no usable answer.
    public func setNotificationMode(_ mode: MXRoomNotificationMode?, forRoom roomId: String) async throws {
        try await session.accountDataGate.runUnlessCancelled {
            // The node's rules are read, because another device may have changed them since the last sync.
            let known = try await self.client.pushRules().global.rules
            let change = RoomNotificationRules(rules: known, roomId: roomId).change(to: mode)
            // The new rule is set before the old ones are removed, so that the room has a mode at each moment.
            if let added = change.added {
                try await self.client.addPushRule(
                    ruleId: added.id, kind: MXPushRule(added).kind, actions: MXPushRule(added).actions,
                    conditions: MXPushRule(added).conditions)
                // A rule that was disabled stays disabled when it is set again.
                if known.rule(added.kind, added.id)?.isEnabled == false {
                    try await self.client.setPushRuleEnabled(
                        ruleId: added.id, kind: MXPushRule(added).kind, enabled: true)
                }
            }
            for rule in change.removed {
                do {
                    try await self.client.removePushRule(ruleId: rule.id, kind: MXPushRule(rule).kind)
                } catch MXError.notFound {}
            }
            try await self.takeRules()
        }
    }

    /// Takes the node's rules over, so that the session need not wait for a sync. If a sync brings rules meanwhile, the rules are requested again, because
    /// it is not known which are newer.
    private func takeRules() async throws {
        let session = session
        for _ in 0..<3 {
            let before = session.accountData(ofType: Self.type)
            let rules = try await client.pushRules().global.rules
            let event = try MXEvent(json: ["type": .string(Self.type), "content": ["global": rules.json]])
            let isTaken = try await session.gate.run {
                guard session.accountData(ofType: Self.type) === before else { return false }
                try await session.store.write { try $0.setAccountData(event, inRoom: nil) }
                session.follow(accountData: [event])
                return true
            }
            if isTaken { return }
        }
    }
}

extension MXRoom {
    /// The messages of the room of which the user is notified; see ``MXNotificationCenter/notificationMode(ofRoom:)``.
    public var notificationMode: MXRoomNotificationMode {
        mxSession.notificationCenter.notificationMode(ofRoom: roomId)
    }

    /// Sets the messages of the room of which the user is notified.
    ///
    /// ```swift
    /// try await room.setNotificationMode(.mentionsAndKeywordsOnly)
    /// ```
    /// - Parameter mode: the mode; `nil` leaves the decision to the defaults again.
    /// - Throws: the errors of ``MXNotificationCenter/setNotificationMode(_:forRoom:)``.
    public func setNotificationMode(_ mode: MXRoomNotificationMode?) async throws {
        try await mxSession.notificationCenter.setNotificationMode(mode, forRoom: roomId)
    }
}
