/** Programs whose user agent shows that they are no visitors: search engines, link previews, monitors and page measurements. */
const BOT =
  /bot\b|bots\b|crawl|spider|slurp|mediapartners|facebookexternalhit|embedly|quora link preview|pinterest\/|whatsapp\/|telegram|skypeuripreview|google-inspectiontool|googleother|google-read-aloud|apis-google|feedfetcher|bingpreview|yandex|baiduspider|ia_archiver|archive\.org|lighthouse|pagespeed|gtmetrix|pingdom|uptime|statuscake|monitor/i

export const isKnownBot = (userAgent: string | null): boolean => BOT.test(userAgent ?? '')
