import HeraldKeys

/// The id by which an answer finds its request: 128 random bits as 32 lower-case hex digits. The originals used an object's hash, which
/// another app can guess (MYKEY sheet 3.4).
enum RequestID {
    static func make(_ random: DappRandom) -> String { Hex.encode(random(16)) }
}
