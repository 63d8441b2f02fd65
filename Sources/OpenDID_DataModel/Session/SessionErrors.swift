extension DataModelError.Code {
    /// The cipher is one that this side refuses, such as ECB, or was not among those offered.
    public static let cipher = DataModelError.Code(rawValue: "cipher")
    /// A key is not one of the curve, or no secret could be agreed with it.
    public static let keyAgreement = DataModelError.Code(rawValue: "key_agreement")
    /// A message could not be encrypted as asked.
    public static let encryption = DataModelError.Code(rawValue: "encryption")
    /// A message could not be decrypted and read; which of the two is not told (OpenDID sheet 6.2).
    public static let decryption = DataModelError.Code(rawValue: "decryption")
}
