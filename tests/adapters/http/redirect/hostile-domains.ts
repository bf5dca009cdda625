const label63 = 'a'.repeat(63);

/**
 * Hosts that are not `go.shop.example` although they try to be, and hosts that no account has
 * proven: a request with one of these gets nothing of any account.
 */
export const foreignHosts: readonly string[] = [
  // look-alikes
  'go.sh0p.example',
  'go.shop.examp1e',
  'g0.shop.example',
  'go-shop.example',
  'goshop.example',
  'go.shop.example.com',
  'go.shop.example.evil.example',
  'evil-go.shop.example',
  'xgo.shop.example',
  'go.shop.exampl',
  'go.shop.exampleX',
  'go.shop.example-',
  'go.shop.example..',
  '.go.shop.example',
  'go..shop.example',
  'go.shop,example',
  'go_shop.example',
  'go.shop.example%00',
  'go.shop.example%2eevil.example',
  // parents, children and siblings
  'shop.example',
  'example',
  'www.go.shop.example',
  'a.go.shop.example',
  '_waypost.go.shop.example',
  'www.shop.example',
  'api.go.shop.example',
  // international names: Cyrillic o, dotless i, full width, mapped and in punycode
  'xn--g-0tb.shop.example',
  'xn--go-hmc.shop.example',
  'xn--80ak6aa92e.com',
  'xn--shp-8cd.example',
  'go.xn--shp-8cd.example',
  'gо.shop.example',
  'go.ѕhop.example',
  'go。shop。example',
  'xn--',
  'xn--a.shop.example',
  // wildcards
  '*',
  '*.shop.example',
  '*.go.shop.example',
  'go.*.example',
  '**',
  // addresses
  '127.0.0.2',
  '10.0.0.1',
  '0.0.0.0',
  '169.254.169.254',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  // the own hosts, disguised
  'app.example.evil.example',
  'xapp.example',
  'admin.app.example',
  'links.example.evil.example',
  'a.links.example',
  'localhost',
  'localhost.localdomain',
  'local',
  // lengths
  `${label63}.${label63}.${label63}.${'b'.repeat(61)}`,
  `${label63}.${label63}.${label63}.${'b'.repeat(62)}`,
  `${'a'.repeat(64)}.shop.example`,
  'a'.repeat(253),
  'a'.repeat(300),
  // two hosts, user names, paths
  'go.shop.example, evil.example',
  'go.shop.example evil.example',
  'go.shop.example@evil.example',
  'evil.example@go.shop.example',
  'go.shop.example/evil',
  'go.shop.example?evil',
  'go.shop.example#evil',
  'go.shop.example\\evil',
  'http://go.shop.example',
  '__proto__',
  'constructor',
  'hasOwnProperty',
];

/** Other spellings of `go.shop.example`, by DNS and by URLs: they are the same host. */
export const sameHosts: readonly string[] = [
  'go.shop.example',
  'GO.SHOP.EXAMPLE',
  'Go.Shop.Example',
  'go.shop.example.',
  'go.shop.example:443',
  'go.shop.example:80',
  'go.shop.example:8443',
  'GO.shop.example.:443',
  'go%2eshop%2eexample',
];
