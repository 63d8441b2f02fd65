import HeraldJSON

/// A client's parameters for agreeing on a session key with the TAS (OpenDID sheet 4.4, 6.1).
///
/// OpenDID sheet 4.9, #18: for ``candidate``, the original declaration has a list of ciphers, and the original table has an object. This
/// type has the object. OpenDID sheet 4.9, #19: the members are not public in the original. Here they are public.
public struct ReqEcdh: ModelObject, ProofContainer {
    /// The client's DID.
    public var client: String
    /// A nonce that the client chose: 16 bytes in multibase.
    public var clientNonce: String
    /// The client's ephemeral key, 33 bytes in multibase.
    public var publicKey: String
    /// The curve of the keys.
    public var curve: EllipticCurveType
    /// The ciphers that the client can use.
    public var candidate: Ciphers?
    /// The client's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(
        client: String, clientNonce: String, publicKey: String, curve: EllipticCurveType, candidate: Ciphers? = nil,
        proof: Proof? = nil
    ) {
        self.client = client
        self.clientNonce = clientNonce
        self.publicKey = publicKey
        self.curve = curve
        self.candidate = candidate
        self.proof = proof
    }

    /// Creates the value. The parameter `candidate` is a list of ciphers, as in the original declaration.
    public init(
        client: String, clientNonce: String, publicKey: String, curve: EllipticCurveType,
        candidate: [SymmetricCipherType],
        proof: Proof? = nil
    ) {
        self.init(
            client: client, clientNonce: clientNonce, publicKey: publicKey, curve: curve,
            candidate: Ciphers(ciphers: candidate), proof: proof)
    }

    /// The ciphers that a client can use (OpenDID sheet 4.4).
    public struct Ciphers: ModelObject {
        /// The ciphers, in the order of the client's preference.
        public var ciphers: [SymmetricCipherType]
        public var unknownMembers = UnknownMembers()

        public init(ciphers: [SymmetricCipherType]) {
            self.ciphers = ciphers
        }
    }
}

/// The TAS's parameters for agreeing on a session key (OpenDID sheet 4.4, 6.1).
///
/// OpenDID sheet 4.9, #21: ``cipher`` and ``padding`` are strings, as in the original declaration. Decoding accepts only raw values of
/// ``SymmetricCipherType`` and ``SymmetricPaddingType``.
public struct AccEcdh: ModelObject, ProofContainer {
    /// The TAS's DID.
    public var server: String
    /// A nonce that the TAS chose: 16 bytes in multibase.
    public var serverNonce: String
    /// The TAS's ephemeral key, 33 bytes in multibase.
    public var publicKey: String
    /// The chosen cipher: a raw value of ``SymmetricCipherType``.
    public var cipher: String
    /// The padding: a raw value of ``SymmetricPaddingType``.
    public var padding: String
    /// The TAS's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(
        server: String, serverNonce: String, publicKey: String, cipher: String, padding: String, proof: Proof? = nil
    ) {
        self.server = server
        self.serverNonce = serverNonce
        self.publicKey = publicKey
        self.cipher = cipher
        self.padding = padding
        self.proof = proof
    }
}

extension AccEcdh {
    /// The chosen cipher, or `nil` if ``cipher`` was set to an unknown name.
    public var cipherType: SymmetricCipherType? { SymmetricCipherType(rawValue: cipher) }
    /// The padding, or `nil` if ``padding`` was set to an unknown name.
    public var paddingType: SymmetricPaddingType? { SymmetricPaddingType(rawValue: padding) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            server: try container.decode(String.self, forKey: .server),
            serverNonce: try container.decode(String.self, forKey: .serverNonce),
            publicKey: try container.decode(String.self, forKey: .publicKey),
            cipher: try container.decode(SymmetricCipherType.self, forKey: .cipher).rawValue,
            padding: try container.decode(SymmetricPaddingType.self, forKey: .padding).rawValue,
            proof: try container.decodeIfPresent(Proof.self, forKey: .proof))
    }
}

/// A holder's parameters for the encrypted channel to an issuer or verifier (OpenDID sheet 4.4, 6.2).
///
/// OpenDID sheet 4.9, #2: the original declaration lacks its closing brace.
public struct AccE2e: ModelObject, ProofContainer {
    /// The holder's ephemeral key, 33 bytes in multibase.
    public var publicKey: String
    /// The initialisation vector of the holder's message to the server (16 bytes, multibase).
    public var iv: String
    /// The holder's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(publicKey: String, iv: String, proof: Proof? = nil) {
        self.publicKey = publicKey
        self.iv = iv
        self.proof = proof
    }
}

/// An encrypted credential (OpenDID sheet 4.4, 6.2).
///
/// OpenDID sheet 4.9, #22: a heading of the original text calls this type `E2e`.
public struct E2E: ModelObject {
    /// The initialisation vector of the encrypted credential (16 bytes, multibase).
    public var iv: String
    /// The encrypted credential, in multibase.
    public var encVc: String
    public var unknownMembers = UnknownMembers()

    public init(iv: String, encVc: String) {
        self.iv = iv
        self.encVc = encVc
    }
}

/// A proof that the sender controls a DID (OpenDID sheet 4.4).
///
/// ```swift
/// let unsigned = DIDAuth(did: holder.id, authNonce: serverNonce)
/// let answer = try await unsigned.signed(by: request)   // request.purpose is .authentication
/// ```
public struct DIDAuth: ModelObject, ProofContainer {
    /// The DID.
    public var did: String
    /// The server's nonce, unchanged (16 bytes, multibase).
    public var authNonce: String
    /// The proof with the purpose of authentication.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(did: String, authNonce: String, proof: Proof? = nil) {
        self.did = did
        self.authNonce = authNonce
        self.proof = proof
    }
}
