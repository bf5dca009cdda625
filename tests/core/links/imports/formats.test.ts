import { expect, test } from 'bun:test';
import { type FormatId, recognizeFormat } from '#core/links/imports/formats';

/** The header of a file, the service, and the field of each column; a blank is no field. */
const headers: readonly (readonly [string, FormatId | null, string])[] = [
  [
    'Short URL,Original URL,Alias,Title,Clicks,Unique Clicks,Conversions,Conversion Rate,Revenue,Profit,Split Test,Tracking,Active,Expires,Created,Tags,Folder,Notes,Split Test URLs,Revenue EUR,Profit EUR',
    'waypost',
    'shortUrl,originalUrl,alias,title,importedClicks,,,,,,splitTestEnabled,trackConversions,isActive,expiresAt,createdAt,tags,folder,notes,splitTestUrls,,',
  ],
  [
    'Link,Custom Link,Date created,Title,Destination URL,Engagements,Status',
    'bitly',
    'shortUrl,alias,createdAt,title,originalUrl,importedClicks,',
  ],
  [
    'long_url,custom_bitlink,title,archived,tags,created_at',
    'bitly',
    'originalUrl,alias,title,,tags,createdAt',
  ],
  [
    'id,title,slashtag,destination,shortUrl,domain,createdAt,updatedAt,clicks',
    'rebrandly',
    ',title,alias,originalUrl,shortUrl,,createdAt,,importedClicks',
  ],
  [
    'idString,shortURL,originalPath,originalURL,title,clicks,createdAt,updatedAt,expiresAt,creator,tags',
    'shortio',
    ',shortUrl,,originalUrl,title,importedClicks,createdAt,,expiresAt,,tags',
  ],
  [
    'keyword,url,title,timestamp,ip,clicks',
    'yourls',
    'alias,originalUrl,title,createdAt,,importedClicks',
  ],
  ['source,target,hits,constructor', 'yourls', 'alias,originalUrl,importedClicks,'],
  [
    'id,address,target,description,banned,visit_count,created_at,link',
    'kutt',
    ',alias,originalUrl,title,,importedClicks,createdAt,shortUrl',
  ],
  [
    'createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits',
    'shlink',
    'createdAt,,alias,shortUrl,originalUrl,title,tags,importedClicks',
  ],
  ['Long URL,Short code,Domain,Title,Tags', 'shlink', 'originalUrl,alias,,title,tags'],
  [' Destination URL ,Back-half,utm_source,Folder', null, 'originalUrl,alias,utm_source,folder'],
  ['Short URL,Original URL,ID string,Title', 'shortio', 'shortUrl,originalUrl,,title'],
  ['Original URL,Expires at,UTM Source', null, 'originalUrl,expiresAt,utm_source'],
  ['url,URL,name', null, 'originalUrl,,title'],
  ['constructor,__proto__,toString', null, ',,'],
];

test.each(headers)('the columns %s are those of %p', (header, id, fields) => {
  const columns = header.split(',');

  const { format, mapping } = recognizeFormat(columns);

  expect(format?.id ?? null).toBe(id);
  expect(mapping.map((field) => field ?? '').join(',')).toBe(fields);
});

test('the names of columns are read in any case', () => {
  const { format } = recognizeFormat(['KEYWORD', 'Url', 'timeStamp']);

  expect(format?.name).toBe('YOURLS');
});
