/** A key and a self-signed certificate for `shop.example`, valid for a century; for tests alone. */
export const shopCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+u7PSDdu7VljPZy4
kGpSsPsV5nXumOzUKkoefIz/8eOhRANCAAQG3idifPyq9mpJdYG1ZF+tz0VVWaHv
aW7xJd0zIb0M+9bcu2oevth3uJhpnTuUcst+/+3yrAO+qKLtxbcWxBdF
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnjCCAUSgAwIBAgIUO9z66GDVO9Fmp4ZT4x3JRQGDSI4wCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2hvcC5leGFtcGxlMCAXDTI2MTEyMzAxMTQyM1oYDzIxMjYx
MDMwMDExNDIzWjAXMRUwEwYDVQQDDAxzaG9wLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQG3idifPyq9mpJdYG1ZF+tz0VVWaHvaW7xJd0zIb0M+9bc
u2oevth3uJhpnTuUcst+/+3yrAO+qKLtxbcWxBdFo2wwajAdBgNVHQ4EFgQUbVCP
gEG+tBi1T+443uq9iwt9hEYwHwYDVR0jBBgwFoAUbVCPgEG+tBi1T+443uq9iwt9
hEYwDwYDVR0TAQH/BAUwAwEB/zAXBgNVHREEEDAOggxzaG9wLmV4YW1wbGUwCgYI
KoZIzj0EAwIDSAAwRQIhANDeKjuzn6m7jUp1x5dbYPeNBHzIe7wfXVxwcYPiJFRP
AiBhh8MZ8lH4M0bnWrI7vb6QoOasSoQ+kvWd5ZvLLttXmw==
-----END CERTIFICATE-----`,
};
