/// Limits on the size of received texts. MYKEY sheet 3.2, 4.4 and 4.5.
public enum MYKEYLimits {
    /// The longest URL, in bytes: 64 KiB.
    public static let urlBytes = 64 << 10
    /// The longest request JSON, in bytes: 48 KiB.
    public static let requestBytes = 48 << 10
    /// The largest number of nested arrays and objects in a request.
    public static let depth = 16
    /// The largest number of actions in one `transaction`.
    public static let actions = 20
    /// The longest body of a callback, in bytes: 16 KiB.
    public static let callbackBytes = 16 << 10
    /// The longest reply to a callback, in bytes: 64 KiB.
    public static let replyBytes = 64 << 10
    /// The longest message of a reply, in Unicode scalars. A longer message is cut, because it is shown to people and sent in a URL.
    public static let replyMessage = 1024
    /// The longest sign-in message, in bytes: 8 KiB. It must fit into the body of a callback.
    public static let signInBytes = 8 << 10
    /// The longest message that a user is asked to read and sign, in bytes: 4 KiB (MYKEY sheet 5.5).
    public static let readableBytes = 4 << 10
}
