/// Limits on the amount of data of one user, as opposed to limits on a rate (SDN sheet 7.7).
///
/// ```swift
/// var limits = UserLimits()
/// limits.accountData = 4 << 20
/// ```
///
/// The defaults are large enough for what clients need. They keep one user from filling the node's disk. They also limit the data that one user can
/// make other users receive to what a client can process.
public struct UserLimits: Sendable, Hashable {
    /// The largest content of one to-device message, in bytes of compact JSON. Defaults to 64 KiB, as for events.
    public var toDeviceContent: Int
    /// The most bytes that may wait for one device. Each message counts its content and 1 KiB more. Defaults to 32 MiB. Above this limit,
    /// the node deletes the oldest messages of the senders who have sent most. Until the node has deleted them, the waiting messages may
    /// take up to twice the limit. The messages that one request sends to all devices together may not exceed the limit either.
    public var toDeviceWaiting: Int
    /// The most conditions that a push rule may have. Defaults to 10.
    public var conditionsPerPushRule: Int
    /// The most patterns that the push rules of one user may search for in messages. Defaults to 500. Conditions on types and IDs without wildcards
    /// do not count, such as those of a muted room.
    public var pushRuleSearches: Int
    /// The most bytes that the conditions, patterns and actions of one user's push rules may have together. Defaults to 1 MiB.
    public var pushRuleBytes: Int
    /// The largest account data of one type, in bytes of compact JSON. Defaults to 64 KiB.
    public var accountDataEntry: Int
    /// The largest account data of the types that grow with the user's rooms and contacts: `m.direct`, `m.ignored_user_list`, `m.push_rules` and
    /// `m.tag`. Defaults to 1 MiB.
    public var accountDataLargeEntry: Int
    /// The most types of account data that a user may have globally, or in one room. Defaults to 1,000. For each user, the node also stores at most
    /// this number of marks of deleted types, so that other devices learn of the deletions.
    public var accountDataTypes: Int
    /// The most bytes of account data that a user may have. Each type counts its content and 256 bytes more. Defaults to 16 MiB. Every first sync
    /// contains all of it.
    public var accountData: Int
    /// The most users that one user ignores. Defaults to 4,096. If a stored list has more users, only the first ones count.
    public var ignoredUsers: Int
    /// The most devices that a user may be logged in on. Defaults to 1,000. With one more, the node logs out the device that was used longest ago.
    public var devices: Int

    /// Creates the limits. Each one has a default.
    /// - Parameters:
    ///   - toDeviceContent: the largest content of one to-device message, in bytes of compact JSON.
    ///   - toDeviceWaiting: the most bytes that may wait for one device, with 1 KiB more for each message.
    ///   - conditionsPerPushRule: the most conditions that a push rule may have.
    ///   - pushRuleSearches: the most patterns that the push rules of one user may search for in messages.
    ///   - pushRuleBytes: the most bytes that the push rules of one user may have together.
    ///   - accountDataEntry: the largest account data of one type, in bytes of compact JSON.
    ///   - accountDataLargeEntry: the largest account data of the types that grow with the user's rooms and contacts, in bytes of compact JSON.
    ///   - accountDataTypes: the most types of account data that a user may have globally, or in one room.
    ///   - accountData: the most bytes of account data that a user may have, with 256 more for each type.
    ///   - ignoredUsers: the most users that one user ignores.
    ///   - devices: the most devices that a user may be logged in on.
    public init(
        toDeviceContent: Int = 64 << 10, toDeviceWaiting: Int = 32 << 20, conditionsPerPushRule: Int = 10,
        pushRuleSearches: Int = 500,
        pushRuleBytes: Int = 1 << 20, accountDataEntry: Int = 64 << 10, accountDataLargeEntry: Int = 1 << 20,
        accountDataTypes: Int = 1_000,
        accountData: Int = 16 << 20, ignoredUsers: Int = 4_096, devices: Int = 1_000
    ) {
        self.toDeviceContent = toDeviceContent
        self.toDeviceWaiting = toDeviceWaiting
        self.conditionsPerPushRule = conditionsPerPushRule
        self.pushRuleSearches = pushRuleSearches
        self.pushRuleBytes = pushRuleBytes
        self.accountDataEntry = accountDataEntry
        self.accountDataLargeEntry = accountDataLargeEntry
        self.accountDataTypes = accountDataTypes
        self.accountData = accountData
        self.ignoredUsers = ignoredUsers
        self.devices = devices
    }

    func validate() throws(NodeError) {
        let all = [
            ("toDeviceContent", toDeviceContent), ("toDeviceWaiting", toDeviceWaiting),
            ("conditionsPerPushRule", conditionsPerPushRule),
            ("pushRuleSearches", pushRuleSearches), ("pushRuleBytes", pushRuleBytes),
            ("accountDataEntry", accountDataEntry),
            ("accountDataLargeEntry", accountDataLargeEntry), ("accountDataTypes", accountDataTypes),
            ("accountData", accountData),
            ("ignoredUsers", ignoredUsers), ("devices", devices),
        ]
        for (field, value) in all where value < 1 {
            throw NodeError(.configuration, field: "userLimits.\(field)", reason: "must be above 0")
        }
    }
}
