/// Limits on the keys of end-to-end encryption that the node stores for a device and a user, and on the keys that one request reads.
///
/// Stock clients stay far below these limits: device keys take about 1 KiB, and a device has at most 100 one-time keys of 250 bytes.
public struct KeyLimits: Sendable, Hashable {
    /// The largest `device_keys` of one device, and the largest cross-signing key, in bytes of compact JSON. Defaults to 16 KiB.
    public var deviceKeys: Int
    /// The most bytes that the `device_keys` of all devices of one user have together. Defaults to 2 MiB.
    public var deviceKeysPerUser: Int
    /// The most entries in the `algorithms` and in the `keys` of one device, and the most algorithms for which it has one-time or fallback
    /// keys. Defaults to 16 each.
    public var algorithms: Int
    /// The most one-time keys of one device. Defaults to 256.
    public var oneTimeKeys: Int
    /// The largest one-time or fallback key, in bytes of compact JSON. Defaults to 2 KiB.
    public var oneTimeKey: Int
    /// The most bytes that the device, one-time and fallback keys of one user have together. Defaults to 32 MiB.
    public var keysPerUser: Int
    /// The most signatures that one user gives to one device. Defaults to 16.
    public var signatures: Int
    /// The longest signature, in bytes. Defaults to 1 KiB.
    public var signature: Int
    /// The most signatures that one user gives to all devices together. Defaults to 5,000.
    public var signaturesPerUser: Int
    /// The most users, one-time keys or signatures that one request names. Defaults to 1,000.
    public var entriesPerRequest: Int
    /// The most devices that one query names. Defaults to 10,000.
    public var devicesPerQuery: Int
    /// The most bytes of keys in one answer to a query or a claim. Defaults to 8 MiB. If the keys of a user do not fit, the answer lists
    /// the user under `failures`. In a query, the users with the most keys are left out first.
    public var answer: Int
    /// The most key backups of one user. Defaults to 100.
    public var backups: Int
    /// The largest `auth_data` of a key backup, in bytes of compact JSON. Defaults to 16 KiB.
    public var backupDescription: Int
    /// The largest `session_data` of a key in a backup, in bytes of compact JSON. Defaults to 16 KiB.
    public var backedUpKey: Int
    /// The most bytes that all key backups of one user have together. Each key counts its data, twice the bytes of its room ID and session ID, and
    /// 256 bytes more. Defaults to 128 MiB, which is enough for about 100,000 keys.
    public var backupsPerUser: Int
    /// The largest `device_data` of a dehydrated device, in bytes of compact JSON. Defaults to 64 KiB.
    public var dehydratedDevice: Int

    /// Creates the limits. Each one has a default.
    /// - Parameters:
    ///   - deviceKeys: the largest `device_keys` of one device, and the largest cross-signing key, in bytes of compact JSON.
    ///   - deviceKeysPerUser: the most bytes that the `device_keys` of one user have together.
    ///   - algorithms: the most entries in the `algorithms` and in the `keys` of one device.
    ///   - oneTimeKeys: the most one-time keys of one device.
    ///   - oneTimeKey: the largest one-time or fallback key, in bytes of compact JSON.
    ///   - keysPerUser: the most bytes that all keys of one user have together.
    ///   - signatures: the most signatures that one user gives to one device.
    ///   - signature: the longest signature, in bytes.
    ///   - signaturesPerUser: the most signatures that one user gives to all devices together.
    ///   - entriesPerRequest: the most users, one-time keys or signatures that one request names.
    ///   - devicesPerQuery: the most devices that one query names.
    ///   - answer: the most bytes of keys in one answer.
    ///   - backups: the most key backups of one user.
    ///   - backupDescription: the largest `auth_data` of a key backup, in bytes of compact JSON.
    ///   - backedUpKey: the largest `session_data` of a key in a backup, in bytes of compact JSON.
    ///   - backupsPerUser: the most bytes that all key backups of one user have together.
    ///   - dehydratedDevice: the largest `device_data` of a dehydrated device, in bytes of compact JSON.
    public init(
        deviceKeys: Int = 16 << 10, deviceKeysPerUser: Int = 2 << 20, algorithms: Int = 16, oneTimeKeys: Int = 256,
        oneTimeKey: Int = 2 << 10,
        keysPerUser: Int = 32 << 20, signatures: Int = 16, signature: Int = 1 << 10, signaturesPerUser: Int = 5_000,
        entriesPerRequest: Int = 1_000, devicesPerQuery: Int = 10_000, answer: Int = 8 << 20, backups: Int = 100,
        backupDescription: Int = 16 << 10, backedUpKey: Int = 16 << 10, backupsPerUser: Int = 128 << 20,
        dehydratedDevice: Int = 64 << 10
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
        self.backups = backups
        self.backupDescription = backupDescription
        self.backedUpKey = backedUpKey
        self.backupsPerUser = backupsPerUser
        self.dehydratedDevice = dehydratedDevice
    }

    func validate() throws(NodeError) {
        let all = [
            ("deviceKeys", deviceKeys), ("deviceKeysPerUser", deviceKeysPerUser), ("algorithms", algorithms),
            ("oneTimeKeys", oneTimeKeys),
            ("oneTimeKey", oneTimeKey), ("keysPerUser", keysPerUser), ("signatures", signatures),
            ("signature", signature),
            ("signaturesPerUser", signaturesPerUser), ("entriesPerRequest", entriesPerRequest),
            ("devicesPerQuery", devicesPerQuery),
            ("answer", answer), ("backups", backups), ("backupDescription", backupDescription),
            ("backedUpKey", backedUpKey),
            ("backupsPerUser", backupsPerUser), ("dehydratedDevice", dehydratedDevice),
        ]
        for (field, value) in all where value < 1 {
            throw NodeError(.configuration, field: "keyLimits.\(field)", reason: "must be above 0")
        }
    }
}
