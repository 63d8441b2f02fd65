import HeraldJSON

extension VerifiableCredential {
    /// A claim of a credential (OpenDID sheet 3.2, 4.1).
    public struct Claim: ModelObject {
        /// The namespace and the item, such as `org.opendid.v1.national_id.family_name`.
        public var code: String
        /// A caption for people.
        public var caption: String
        /// The data, or a reference to it, depending on ``location``. Data that consists of bytes is in multibase. Some issuers write a data URL
        /// or base64 instead.
        public var value: String
        public var type: ClaimType
        public var format: ClaimFormat
        /// True if the value is shown masked. An absent member means false. Do not add or remove the member in a signed claim, because this
        /// would invalidate the signature.
        public var hideValue: Bool?
        /// The place of the data. An absent member means `inline`. Do not add or remove the member in a signed claim, because this would
        /// invalidate the signature.
        public var location: Location?
        /// The digest of the raw data, such as `sha384-…`. It is required if the data is not in the claim.
        public var digestSRI: String?
        /// The claim in other languages, by language code.
        public var i18n: [String: Internationalization]?
        public var unknownMembers = UnknownMembers()

        public init(
            code: String, caption: String, value: String, type: ClaimType, format: ClaimFormat, hideValue: Bool? = nil,
            location: Location? = nil, digestSRI: String? = nil, i18n: [String: Internationalization]? = nil
        ) {
            self.code = code
            self.caption = caption
            self.value = value
            self.type = type
            self.format = format
            self.hideValue = hideValue
            self.location = location
            self.digestSRI = digestSRI
            self.i18n = i18n
        }

        /// A claim in another language (OpenDID sheet 4.1).
        public struct Internationalization: ModelObject {
            /// A caption for people.
            public var caption: String
            /// The translated value, if it differs from the value of the claim.
            public var value: String?
            /// The digest of the value's raw data.
            public var digestSRI: String?
            public var unknownMembers = UnknownMembers()

            public init(caption: String, value: String? = nil, digestSRI: String? = nil) {
                self.caption = caption
                self.value = value
                self.digestSRI = digestSRI
            }
        }
    }

    /// A shorter name for ``VerifiableCredential/Claim/Internationalization``.
    public typealias Internationalization = Claim.Internationalization
}
