extension SDNSDKError {
    /// True when the error is one of the store.
    package var isOfStore: Bool {
        [.storeInUse, .storeTooNew, .storeTooOld, .storeDamaged, .storeFailed, .storeKeyMissing, .storeKeyWrong]
            .contains(code)
    }
}

extension SDNSDKError.Code {
    /// Another session, in this process or another one, has the store open.
    public static let storeInUse = SDNSDKError.Code(rawValue: "store_in_use")
    /// The store's file was written by a newer version of this library. It is not changed.
    public static let storeTooNew = SDNSDKError.Code(rawValue: "store_too_new")
    /// The store's file was written by a version of this library from before the first release; it is left alone.
    public static let storeTooOld = SDNSDKError.Code(rawValue: "store_too_old")
    /// The store's file is not what it should be. Opening moves such a file aside and begins a new one.
    public static let storeDamaged = SDNSDKError.Code(rawValue: "store_damaged")
    /// The store is encrypted and was opened without a key. It is not changed.
    public static let storeKeyMissing = SDNSDKError.Code(rawValue: "store_key_missing")
    /// The store is encrypted with another key. It is not changed.
    public static let storeKeyWrong = SDNSDKError.Code(rawValue: "store_key_wrong")
    /// Another process has stored a later sync response in the shared store. This response no longer counts.
    public static let storeOvertaken = SDNSDKError.Code(rawValue: "store_overtaken")
    /// The store is closed, or its medium failed.
    public static let storeFailed = SDNSDKError.Code(rawValue: "store_failed")
}
