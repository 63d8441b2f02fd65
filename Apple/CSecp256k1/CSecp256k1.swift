// libsecp256k1 as the package swift-secp256k1 builds it, under the name that the system's library has on Linux. Only Package.swift and this file
// know the difference.
@_exported import libsecp256k1
