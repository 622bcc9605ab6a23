/** Programs that say in their name that they are no visitor: search engines, previews of links, monitors, and measurements of the page. */
const BOT =
  /bot\b|bots\b|crawl|spider|slurp|mediapartners|facebookexternalhit|embedly|quora link preview|pinterest\/|whatsapp\/|telegram|skypeuripreview|google-inspectiontool|googleother|google-read-aloud|apis-google|feedfetcher|bingpreview|yandex|baiduspider|ia_archiver|archive\.org|lighthouse|pagespeed|gtmetrix|pingdom|uptime|statuscake|monitor/i

/** Whether a browser's own name says that it is a bot. */
export const isKnownBot = (userAgent: string | null): boolean => BOT.test(userAgent ?? '')
