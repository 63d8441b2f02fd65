/// How much of a node one user may take, where it is not counted by time (SDN sheet 7.7).
///
/// The defaults leave room for what clients do in earnest; each is there so that no user fills the node's disk, and that what one user has
/// others send does not grow beyond what a client can take in.
public struct UserLimits: Sendable, Hashable {
    /// The largest content of one message to a device, in bytes of compact JSON. Defaults to 64 KiB, as for events.
    public var toDeviceContent: Int
    /// How much may wait for one device, in bytes with 1 KiB more for each message. Defaults to 32 MiB. Beyond it those go who have sent
    /// most of it, their oldest messages first; until they are gone it may be up to twice as much. One request may not send more than that either, all devices taken together.
    public var toDeviceWaiting: Int
    /// How many conditions a push rule may have. Defaults to 10.
    public var conditionsPerPushRule: Int
    /// For how many patterns the push rules of one user may look through messages. Defaults to 500. Conditions over types and ids without
    /// wildcards, such as those of a room that was muted, do not count.
    public var pushRuleSearches: Int
    /// How many bytes the conditions, patterns and actions of one user's push rules may have together. Defaults to 1 MiB.
    public var pushRuleBytes: Int
    /// The largest account data of one type, in bytes of compact JSON. Defaults to 64 KiB.
    public var accountDataEntry: Int
    /// The same for the types that grow with what a user has: `m.direct`, `m.ignored_user_list`, `m.push_rules` and `m.tag`; 1 MiB unless
    /// told.
    public var accountDataLargeEntry: Int
    /// How many types of account data a user may have in one place, which is globally or in one room. Defaults to 1,000. Of as many that were
    /// taken away other devices are told.
    public var accountDataTypes: Int
    /// How much account data a user may have, in bytes with 256 more for each type. Defaults to 16 MiB. All of it is in every first sync.
    public var accountData: Int
    /// How many users one user ignores. Defaults to 4,096. Only the first ones count in a list that stands with more.
    public var ignoredUsers: Int
    /// How many devices a user may be logged in on. Defaults to 1,000. With one more the one that was used longest ago is logged out.
    public var devices: Int

    /// Limits of a node's own.
    /// - Parameters:
    ///   - toDeviceContent: the largest content of one message to a device, in bytes of compact JSON.
    ///   - toDeviceWaiting: how much may wait for one device, in bytes with 1 KiB more for each message.
    ///   - conditionsPerPushRule: how many conditions a push rule may have.
    ///   - pushRuleSearches: for how many patterns the push rules of one user may look through messages.
    ///   - pushRuleBytes: how many bytes the push rules of one user may have together.
    ///   - accountDataEntry: the largest account data of one type, in bytes of compact JSON.
    ///   - accountDataLargeEntry: the same for the types that grow with what a user has.
    ///   - accountDataTypes: how many types of account data a user may have in one place.
    ///   - accountData: how much account data a user may have, in bytes with 256 more for each type.
    ///   - ignoredUsers: how many users one user ignores.
    ///   - devices: how many devices a user may be logged in on.
    public init(
        toDeviceContent: Int = 64 << 10, toDeviceWaiting: Int = 32 << 20, conditionsPerPushRule: Int = 10, pushRuleSearches: Int = 500,
        pushRuleBytes: Int = 1 << 20, accountDataEntry: Int = 64 << 10, accountDataLargeEntry: Int = 1 << 20, accountDataTypes: Int = 1_000,
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
            ("toDeviceContent", toDeviceContent), ("toDeviceWaiting", toDeviceWaiting), ("conditionsPerPushRule", conditionsPerPushRule),
            ("pushRuleSearches", pushRuleSearches), ("pushRuleBytes", pushRuleBytes), ("accountDataEntry", accountDataEntry),
            ("accountDataLargeEntry", accountDataLargeEntry), ("accountDataTypes", accountDataTypes), ("accountData", accountData),
            ("ignoredUsers", ignoredUsers), ("devices", devices),
        ]
        for (field, value) in all where value < 1 {
            throw NodeError(.configuration, field: "userLimits.\(field)", reason: "must be above 0")
        }
    }
}
