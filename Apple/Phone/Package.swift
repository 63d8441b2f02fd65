// swift-tools-version: 6.1
import PackageDescription

// A package of its own that links every product for apps, as an app on an iPhone does. The workflow for Apple systems runs its tests in the
// simulator, where the tests of Herald itself cannot be built, because they start servers and programs.
let package = Package(
    name: "HeraldPhone",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [.library(name: "HeraldPhone", targets: ["HeraldPhone"])],
    dependencies: [.package(name: "herald", path: "../..")],
    targets: [
        .target(
            name: "HeraldPhone",
            dependencies: [
                .product(name: "HeraldKeys", package: "herald"),
                .product(name: "HeraldP256", package: "herald"),
                .product(name: "SDNSDK", package: "herald"),
                .product(name: "SDNObservation", package: "herald"),
                .product(name: "SDNStoreEncryption", package: "herald"),
                .product(name: "OpenDIDWallet", package: "herald"),
                .product(name: "MYKEYWalletLib", package: "herald"),
            ]),
        .testTarget(name: "HeraldPhoneTests", dependencies: ["HeraldPhone"]),
    ]
)
