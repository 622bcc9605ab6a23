/** What the page and its service worker say to each other: the new version may take over. */
export const SKIP_WAITING = 'skip-waiting'
/** Tag of the Background Sync registration that empties the outbox. */
export const OUTBOX_SYNC_TAG = 'outbox'
/** The cache the service worker keeps thumbnails in. Whoever needs room for what cannot be fetched again may delete it. */
export const THUMBNAIL_CACHE = 'thumbnails'
