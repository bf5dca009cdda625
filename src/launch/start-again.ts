// Runs before packages are installed: imports only what Bun itself contains.

/**
 * Replaces this process by the same program, with the same process id for signals.
 * @param added variables of the environment that are new
 */
export function startAgain(added: Readonly<Record<string, string>> = {}): never {
  const { execPath, execArgv, argv, env } = process;
  if (!process.execve) throw new Error('The packages are installed now: start again');
  return process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...added });
}
