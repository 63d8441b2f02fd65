/// How many keys of end-to-end encryption the node keeps for a device and a user, and how much of them one request reads.
///
/// Stock clients stay far below: device keys take about 1 KiB, and a device has at most 100 one-time keys of 250 bytes.
public struct KeyLimits: Sendable, Hashable {
    /// The largest `device_keys` of one device, in bytes of compact JSON. Defaults to 16 KiB.
    public var deviceKeys: Int
    /// How many bytes the `device_keys` of all devices of one user have together. Defaults to 2 MiB.
    public var deviceKeysPerUser: Int
    /// How many `algorithms` a device names, how many `keys` it has, and for how many algorithms it has one-time and fallback keys.
    /// Defaults to 16 each.
    public var algorithms: Int
    /// How many one-time keys a device has. Defaults to 256.
    public var oneTimeKeys: Int
    /// The largest one-time or fallback key, in bytes of compact JSON. Defaults to 2 KiB.
    public var oneTimeKey: Int
    /// How many bytes the device, one-time and fallback keys of one user have together. Defaults to 32 MiB.
    public var keysPerUser: Int
    /// How many signatures one user gives to one device. Defaults to 16.
    public var signatures: Int
    /// The longest signature, in bytes. Defaults to 1 KiB.
    public var signature: Int
    /// How many signatures one user gives to all devices together. Defaults to 5,000.
    public var signaturesPerUser: Int
    /// How many users, one-time keys or signatures one request names. Defaults to 1,000.
    public var entriesPerRequest: Int
    /// How many devices one query names. Defaults to 10,000.
    public var devicesPerQuery: Int
    /// How many bytes of keys one answer to a query or a claim has. Defaults to 8 MiB. Users whose keys take more come under `failures`,
    /// those with the most keys first.
    public var answer: Int

    /// Limits of a node's own.
    /// - Parameters:
    ///   - deviceKeys: the largest `device_keys` of one device, in bytes of compact JSON.
    ///   - deviceKeysPerUser: how many bytes the `device_keys` of one user have together.
    ///   - algorithms: how many algorithms and keys a device names.
    ///   - oneTimeKeys: how many one-time keys a device has.
    ///   - oneTimeKey: the largest one-time or fallback key, in bytes of compact JSON.
    ///   - keysPerUser: how many bytes all keys of one user have together.
    ///   - signatures: how many signatures one user gives to one device.
    ///   - signature: the longest signature, in bytes.
    ///   - signaturesPerUser: how many signatures one user gives to all devices together.
    ///   - entriesPerRequest: how many users, one-time keys or signatures one request names.
    ///   - devicesPerQuery: how many devices one query names.
    ///   - answer: how many bytes of keys one answer has.
    public init(
        deviceKeys: Int = 16 << 10, deviceKeysPerUser: Int = 2 << 20, algorithms: Int = 16, oneTimeKeys: Int = 256, oneTimeKey: Int = 2 << 10,
        keysPerUser: Int = 32 << 20, signatures: Int = 16, signature: Int = 1 << 10, signaturesPerUser: Int = 5_000,
        entriesPerRequest: Int = 1_000, devicesPerQuery: Int = 10_000, answer: Int = 8 << 20
    ) {
        self.deviceKeys = deviceKeys
        self.deviceKeysPerUser = deviceKeysPerUser
        self.algorithms = algorithms
        self.oneTimeKeys = oneTimeKeys
        self.oneTimeKey = oneTimeKey
        self.keysPerUser = keysPerUser
        self.signatures = signatures
        self.signature = signature
        self.signaturesPerUser = signaturesPerUser
        self.entriesPerRequest = entriesPerRequest
        self.devicesPerQuery = devicesPerQuery
        self.answer = answer
    }

    func validate() throws(NodeError) {
        let all = [
            ("deviceKeys", deviceKeys), ("deviceKeysPerUser", deviceKeysPerUser), ("algorithms", algorithms), ("oneTimeKeys", oneTimeKeys),
            ("oneTimeKey", oneTimeKey), ("keysPerUser", keysPerUser), ("signatures", signatures), ("signature", signature),
            ("signaturesPerUser", signaturesPerUser), ("entriesPerRequest", entriesPerRequest), ("devicesPerQuery", devicesPerQuery),
            ("answer", answer),
        ]
        for (field, value) in all where value < 1 { throw NodeError(.configuration, field: "keyLimits.\(field)", reason: "must be above 0") }
    }
}
