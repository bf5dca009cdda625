import { begunBefore, outdated } from '#core/backup/retention';
import { dayMs } from '#core/shared/time';
import type { Config } from '#config';
import { openStore } from '#roots/compose/backup/open-store';
import { takeFrom } from '#roots/compose/backup/take';
import { systemClock } from '#roots/compose/system';
import { backupJudgement } from './judge-backup.ts';
import { backupsBeforeUpgrades, beforeUpgradeFolder, beginUpgrade, writeSchema } from './folder.ts';
import { withInstallation, type UpgradeParts } from './installation.ts';

/** What was done before an upgrade. */
export type BeforeUpgrade =
  | { readonly kind: 'nothing to lose' }
  | { readonly kind: 'skipped'; readonly because: string; readonly schema: string }
  | { readonly kind: 'done'; readonly id: string; readonly place: string; readonly bytes: number };

/** How many backups from before upgrades stay. */
const kept = 3;

/**
 * Writes down the schemas as they are and, if there is room, makes a backup of the installation in
 * `DATA_DIR/before-upgrade`, to which an operator can go back with the version that ran before.
 */
export async function backUpBeforeUpgrade(parts: UpgradeParts): Promise<BeforeUpgrade> {
  const { config, dataDir } = parts;
  return withInstallation(parts, async (open) => {
    const judgement = await backupJudgement(parts, open);
    if (judgement === null) return { kind: 'nothing to lose' };
    const { schema: state, notBecause } = judgement;
    const schema = writeSchema(dataDir, { schema: state, nowMs: systemClock.now() });
    if (notBecause !== null) return { kind: 'skipped', because: notBecause, schema };
    const { store, place } = openStore(beforeUpgradeFolder(dataDir), config);
    const { manifest, addedBytes } = await takeFrom({ config, dataDir, store }, open);
    beginUpgrade(dataDir, { backup: manifest.id, schema: state });
    const old = outdated(await store.ids(), { keep: kept, nowMs: systemClock.now() });
    await store.remove(old);
    return { kind: 'done', id: manifest.id, place, bytes: addedBytes };
  });
}

/** Deleted people must not stay in backups for longer. */
const keptDays = 30;

/** Removes backups from before upgrades of more than 30 days ago. Returns how many. */
export async function forgetUpgradeBackups(given: {
  readonly config: Pick<Config, 's3' | 'backups'>;
  readonly dataDir: string;
}): Promise<number> {
  const ids = backupsBeforeUpgrades(given.dataDir);
  const old = begunBefore(ids, systemClock.now() - keptDays * dayMs);
  if (old.length === 0) return 0;
  const { store } = openStore(beforeUpgradeFolder(given.dataDir), given.config);
  await store.remove(old);
  return old.length;
}
