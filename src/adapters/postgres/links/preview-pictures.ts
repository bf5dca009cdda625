import type postgres from 'postgres';
import { publishDraft } from '#adapters/postgres/accounts/objects';
import type { ChangePreviewPicturePorts } from '#core/links/options/change-preview-picture';
import { changeLinkIn } from './link-change.ts';

/** The pictures of link previews in Postgres. */
export function postgresPreviewPictures(sql: postgres.Sql): ChangePreviewPicturePorts['previews'] {
  return {
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
