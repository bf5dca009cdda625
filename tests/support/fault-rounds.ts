/**
 * How often a fault test kills and checks: 3 in the one test command, 10 in `check:faults`,
 * 1 when the file is run by itself.
 */
export const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 1);
