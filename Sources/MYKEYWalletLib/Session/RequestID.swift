import HeraldKeys

/// Creates the id that matches an answer to its request: 128 random bits as 32 lower-case hexadecimal digits. The original SDKs used an object's
/// hash, which another app can guess (MYKEY sheet 3.4).
enum RequestID {
    static func make(_ random: DappRandom) -> String { Hex.encode(random(16)) }
}
