import { isbot } from 'isbot';
import type { IsBot } from '#core/redirect/classify';
import { recentMap } from '#core/shared/recent-map';

const rememberedAgents = 5_000;

/** Known bots and link previews by user agent. Results are cached, because the pattern is long. */
export function knownBots(): IsBot {
  const verdicts = recentMap<string, boolean>(rememberedAgents);

  return (userAgent) => {
    const known = verdicts.get(userAgent);
    if (known !== undefined) return known;
    const verdict = isbot(userAgent);
    verdicts.set(userAgent, verdict);
    return verdict;
  };
}
