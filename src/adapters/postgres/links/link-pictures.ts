import type postgres from 'postgres';
import { logoName, publishDraft, replacePublished } from '#adapters/postgres/accounts/objects';
import { lockAccount } from '#adapters/postgres/lock-account';
import type { LinkPictures } from '#core/links/ports';
import { changeLinkIn } from './link-change.ts';

/** The logos of QR codes and the pictures of link previews in Postgres. */
export function postgresLinkPictures(sql: postgres.Sql): LinkPictures {
  return {
    hasLogo: async (userId) => (await logoName(sql, userId)) !== null,

    publishLogo: (userId, key, at) =>
      sql.begin(async (tx) => {
        if (!(await lockAccount(tx, userId))) return false;
        await replacePublished(tx, { userId, kind: 'logos', key, at });
        return true;
      }),

    publishPreview({ userId, linkId }, key, at) {
      return sql.begin(async (tx) => {
        const previewPicture = key === null ? null : key.slice('previews/'.length);
        const changed = await changeLinkIn(tx, { userId, linkId, change: { previewPicture }, at });
        if (changed.kind !== 'changed') return null;
        await tx`
          UPDATE objects SET remove_at = ${at} WHERE link_id = ${linkId} AND remove_at IS NULL`;
        if (key !== null) {
          await publishDraft(tx, { userId, key, at });
          await tx`UPDATE objects SET link_id = ${linkId} WHERE key = ${key}`;
        }
        return changed.named;
      });
    },
  };
}
