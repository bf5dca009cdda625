import type { IsBot } from '#core/redirect/classify';
import { recentMap } from '#core/shared/recent-map';

const rememberedAgents = 5_000;

/**
 * Programs that fetch a page to show its title, text and picture in a message or a post, by what
 * their operators document. Search engines are not among them.
 */
const previewBots =
  /facebookexternalhit|facebot|meta-externalfetcher|instagram|whatsapp|twitterbot|linkedinbot|slackbot|slack-imgproxy|discordbot|telegrambot|skypeuripreview|microsoftpreview|pinterestbot|pinterest\/|redditbot|mastodon|pleroma|misskey|bluesky|cardyb|viber|line-poker|vkshare|kakaotalk-scrap|snap url preview|google-pagerenderer|embedly|iframely|signal-desktop|threads|zoombot|mattermost|rocket\.chat|synapse|nextcloud server/i;
/** Browsers inside apps also send the app's name, but people use them. */
const mobileSystem = /\b(?:iphone|ipad|android)\b/i;
const browserVersion = /\b(?:mobile|version)\//i;

/** Link previews by user agent, cached. */
export function knownPreviewBots(): IsBot {
  const verdicts = recentMap<string, boolean>(rememberedAgents);

  return (userAgent) => {
    const known = verdicts.get(userAgent);
    if (known !== undefined) return known;
    const isInAppBrowser = mobileSystem.test(userAgent) && browserVersion.test(userAgent);
    const verdict = previewBots.test(userAgent) && !isInAppBrowser;
    verdicts.set(userAgent, verdict);
    return verdict;
  };
}
