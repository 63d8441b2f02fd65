import SDNValues

/// Converts content to the form in which it is stored, and back. Without a cipher, the stored form is the content with a checksum, by which bytes
/// that changed on the disk are detected. With a cipher, the stored form is the output of the cipher.
struct StoreCell: Sendable {
    let cipher: (any MXStoreCipher)?

    /// The column and row of a piece of content. Content that was sealed for one place cannot be opened at another.
    enum Owner {
        case event(place: Int64)
        case state(room: RoomRowID, type: String, key: String)
        case firstState(room: RoomRowID)
        case receipts(room: RoomRowID)
        case room(String)
        case profile(String)
        case accountData(room: String, type: String)
        case outgoing(String)
        case failure(String)
        case attachment(String, member: String)
        case aboutAttachment(String, member: String)
        case attachmentPart(String, member: String, number: Int64)
        case draft(room: String, thread: String)
        case cachedSync(String)
        case check

        var binding: [UInt8] {
            switch self {
            case .event(let place): StoreCell.text("event", String(place))
            case .state(let room, let type, let key): StoreCell.text("state", String(room.rawValue), type, key)
            case .firstState(let room): StoreCell.text("firstState", String(room.rawValue))
            case .receipts(let room): StoreCell.text("receipts", String(room.rawValue))
            case .room(let id): StoreCell.text("room", id)
            case .profile(let id): StoreCell.text("profile", id)
            case .accountData(let room, let type): StoreCell.text("accountData", room, type)
            case .outgoing(let id): StoreCell.text("outgoing", id)
            case .failure(let id): StoreCell.text("failure", id)
            case .attachment(let id, let member): StoreCell.text("attachment", id, member)
            case .aboutAttachment(let id, let member): StoreCell.text("aboutAttachment", id, member)
            case .attachmentPart(let id, let member, let number):
                StoreCell.text("attachmentPart", id, member, String(number))
            case .draft(let room, let thread): StoreCell.text("draft", room, thread)
            case .cachedSync(let token): StoreCell.text("cachedSync", token)
            case .check: StoreCell.text("check")
            }
        }
    }

    /// Joins the parts with U+0000, which no part contains. Different parts therefore never give the same bytes.
    private static func text(_ parts: String...) -> [UInt8] { Array(parts.joined(separator: "\0").utf8) }

    /// Writes the stored form of bytes into `sealed`.
    func seal(_ bytes: some Collection<UInt8>, for owner: @autoclosure () -> Owner, into sealed: inout [UInt8]) throws {
        sealed.removeAll(keepingCapacity: true)
        if let cipher {
            sealed.append(contentsOf: try cipher.seal(Array(bytes), boundTo: owner().binding))
            return
        }
        sealed.append(contentsOf: bytes)
        let sum = sealed.withUnsafeBytes(StoreCell.sum)
        withUnsafeBytes(of: sum.littleEndian) { sealed.append(contentsOf: $0) }
    }

    func seal(_ bytes: some Collection<UInt8>, for owner: @autoclosure () -> Owner) throws -> [UInt8] {
        var sealed: [UInt8] = []
        try seal(bytes, for: owner(), into: &sealed)
        return sealed
    }

    /// Returns the content of a stored form.
    /// - Throws: ``SDNSDKError`` with code `storeDamaged` when these are not the bytes that were stored here.
    func open(_ sealed: UnsafeRawBufferPointer, for owner: @autoclosure () -> Owner) throws -> [UInt8] {
        if let cipher {
            do {
                return try cipher.open(Array(sealed), boundTo: owner().binding)
            } catch {
                throw SDNSDKError(.storeDamaged, reason: "a stored value cannot be decrypted with the store's key")
            }
        }
        let length = sealed.count - 4
        guard length >= 0, let base = sealed.baseAddress else { throw StoreCell.damaged }
        let content = UnsafeRawBufferPointer(start: base, count: length)
        guard
            UInt32(littleEndian: base.loadUnaligned(fromByteOffset: length, as: UInt32.self)) == StoreCell.sum(content)
        else { throw StoreCell.damaged }
        return Array(content)
    }

    private static let damaged = SDNSDKError(.storeDamaged, reason: "a stored value cannot be read")

    /// Returns a checksum of bytes. It detects faults of the disk, but not changes by an attacker. Foundation has no such checksum.
    ///
    /// The bytes are processed eight at a time, in two independent runs. Within a run each step waits for the one before, so a processor can work on
    /// both runs at once. The multiplications overflow on purpose: a change in one word changes every later value of its run.
    static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var hash = UInt64(truncatingIfNeeded: bytes.count) ^ 0x9E37_79B9_7F4A_7C15
        var other: UInt64 = 0
        var offset = 0
        while offset &+ 16 <= bytes.count {
            hash = mixed(hash, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            other = mixed(
                other, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)))
            offset &+= 16
        }
        hash = mixed(hash, other)
        if offset &+ 8 <= bytes.count {
            hash = mixed(hash, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset &+= 1
        }
        return UInt32(truncatingIfNeeded: mixed(hash, rest))
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
        return product ^ product >> 32
    }
}
