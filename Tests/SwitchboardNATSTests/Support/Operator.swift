#if NATS
  /// An operator, an account and a user of NATS, as `nsc` makes them. The texts end never, and protect nothing.
  enum Operator {
    /// The lines of a server's configuration that trust the operator.
    static let configuration = """
      operator: "\(operatorToken)"
      resolver: MEMORY
      resolver_preload: { AA5AR5HRBDAYD6CAVORJGGZDEZQQ6FL3PSQSU74VBISMTFDRC4JOXJV5: "\(accountToken)" }
      """

    /// The text of a credentials file of the user.
    static let userFile = file(seed: "SUAHRFZMNYCEH2CQVPZ6SHN36CRMEIEWI3D6MMZFXJOJN5OIZMXFRSLRXU")
    /// The same with the seed of another user.
    static let wrongFile = file(seed: "SUALHVXTFKBOVIKFWHLQNCGEIWLALDJKE6DHAZCT64LJOHU3VAZIMSZ4X4")

    private static func file(seed: String) -> String {
      """
      -----BEGIN NATS USER JWT-----
      \(userToken)
      ------END NATS USER JWT------

      -----BEGIN USER NKEY SEED-----
      \(seed)
      ------END USER NKEY SEED------
      """
    }

    private static let operatorToken = """
      eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJpYXQiOjE3MDAwMDAwMDAsImlzcyI6Ik9DTlNRV002Q081NkVEWk5HM\
      zc1RFRZUVpXWU02TDZJWExPVlZOWTQ2NzQzMjJRVzdER1NQUDRMIiwibmFtZSI6Im9wZXJhdG9yIiwic3ViIjoiT0NOU1FXTTZDTzU2R\
      URaTkczNzVEVFlRWldZTTZMNklYTE9WVk5ZNDY3NDMyMlFXN0RHU1BQNEwiLCJuYXRzIjp7InR5cGUiOiJvcGVyYXRvciIsInZlcnNpb\
      24iOjJ9LCJqdGkiOiJFQkpENTNQREVIRFlSUDdCWVdUV1JEVkJRR0hPT0w3MzNZSFdYVkNYVkU0T1NPMlVMUVZRIn0.-eek2wecqhCEK\
      ryf8-hgUq7uSm7CaLEnmKg9pgShx1vjd9zEPPmuuSsX47nhYy7f0GeBklcuYLJTsKQ50W5JCw
      """

    private static let accountToken = """
      eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJpYXQiOjE3MDAwMDAwMDAsImlzcyI6Ik9DTlNRV002Q081NkVEWk5HM\
      zc1RFRZUVpXWU02TDZJWExPVlZOWTQ2NzQzMjJRVzdER1NQUDRMIiwibmFtZSI6ImFjY291bnQiLCJzdWIiOiJBQTVBUjVIUkJEQVlEN\
      kNBVk9SSkdHWkRFWlFRNkZMM1BTUVNVNzRWQklTTVRGRFJDNEpPWEpWNSIsIm5hdHMiOnsidHlwZSI6ImFjY291bnQiLCJsaW1pdHMiO\
      nsic3VicyI6LTEsImRhdGEiOi0xLCJwYXlsb2FkIjotMSwiaW1wb3J0cyI6LTEsImV4cG9ydHMiOi0xLCJ3aWxkY2FyZHMiOnRydWUsI\
      mNvbm4iOi0xLCJsZWFmIjotMX0sInZlcnNpb24iOjJ9LCJqdGkiOiJaVElJTUs1UkxGVktTWFNPQ1RIQUZRUDVMWllWWDZNVjVWU0xTS\
      U9ORVNPNVJNSEFOVURBIn0.tbQDM0_J1dSTwpE3S5AuC5ddzQJIcFzKsF-tzp41S--bNBa7if4W99MwBs-Lc4viUwSbbV4Dllo8idaT3\
      KGpDg
      """

    private static let userToken = """
      eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJpYXQiOjE3MDAwMDAwMDAsImlzcyI6IkFBNUFSNUhSQkRBWUQ2Q0FWT\
      1JKR0daREVaUVE2RkwzUFNRU1U3NFZCSVNNVEZEUkM0Sk9YSlY1IiwibmFtZSI6InVzZXIiLCJzdWIiOiJVQVJHSjRJQ0dHM1VSQkVLR\
      VFMRENZNElIU1Y3TFJERjZCTldCUFk0NVlHRTNBQ1k3T1FTSFdCWSIsIm5hdHMiOnsidHlwZSI6InVzZXIiLCJzdWJzIjotMSwiZGF0Y\
      SI6LTEsInBheWxvYWQiOi0xLCJwdWIiOnt9LCJzdWIiOnt9LCJ2ZXJzaW9uIjoyfSwianRpIjoiTjRGRzZKNkVYTVlYQUtZRVMzMzNVT\
      FNGTkRWUk5TSDQ0VVk3WFc3TkNKQ1hWWFI1Vjc2QSJ9.BoNQ3KQ81O4NJCOyfRvESW60YZWXHUAgMOQFeH4aOX_5N4KsMF4w6_lvJXde\
      c3M9qhtQj8IrTY0MvOZ1trHbAQ
      """
  }
#endif
