/** Polls until the claim holds; throws with `what` when it does not within `seconds`. */
export async function until(
  what: string,
  claim: () => boolean | Promise<boolean>,
  seconds = 20,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await claim())) {
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`);
    await Bun.sleep(10);
  }
}
