import HeraldJSON

extension VerifiableCredential {
    /// A claim of a credential (OpenDID sheet 3.2, 4.1).
    public struct Claim: ModelObject {
        /// Namespace and item, such as `org.opendid.v1.national_id.family_name`.
        public var code: String
        /// A caption for people.
        public var caption: String
        /// The data, or where it is; bytes in multibase.
        public var value: String
        /// The kind of value.
        public var type: ClaimType
        /// The format of the value.
        public var format: ClaimFormat
        /// Whether the value is shown masked; not when absent. Written or not, it is part of what is signed.
        public var hideValue: Bool?
        /// Where the value is; in the claim when absent. Written or not, it is part of what is signed.
        public var location: Location?
        /// `sha384-…` or the like, of the raw data; has to be there when the data is elsewhere.
        public var digestSRI: String?
        /// The claim in other languages, by language code.
        public var i18n: [String: Internationalization]?
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
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
            /// The value, where it differs.
            public var value: String?
            /// The digest of the value's raw data.
            public var digestSRI: String?
            public var unknownMembers = UnknownMembers()

            /// A value from its members.
            public init(caption: String, value: String? = nil, digestSRI: String? = nil) {
                self.caption = caption
                self.value = value
                self.digestSRI = digestSRI
            }
        }
    }

    /// The translation's type, by its shorter name.
    public typealias Internationalization = Claim.Internationalization
}
