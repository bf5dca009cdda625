import { ownConversion, type ChangeConversionPorts } from './own-conversion.ts';
import { editedVersion } from './version.ts';

/** Takes a conversion out of every number; later repeats of it do not bring it back. */
export function removeConversion(ports: ChangeConversionPorts) {
  return (userId: string, id: string): Promise<void> =>
    ports.serialized(userId, async () => {
      const before = await ownConversion(ports, userId, id);
      const after = { ...before, version: editedVersion(before.version) };
      await ports.conversions.revise(userId, { before, after, isRemoved: true });
    });
}
