import { ownConversion, type ChangeConversionPorts } from './own-conversion.ts';
import { editedVersion } from './version.ts';

/** Removes a conversion from every number; later repeats do not restore it. */
export function removeConversion(ports: ChangeConversionPorts) {
  return (userId: string, id: string): Promise<void> =>
    ports.serialized(userId, async () => {
      const before = await ownConversion(ports, userId, id);
      const after = { ...before, version: editedVersion(before.version) };
      await ports.conversions.revise(userId, { before, after, isRemoved: true });
    });
}
