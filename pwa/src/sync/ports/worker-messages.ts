/** What pages of release 1 send: the new version may take over. Later ones send what workbox-window does. */
export const SKIP_WAITING_OF_RELEASE_1 = 'skip-waiting'
/** Tag of the Background Sync registration that empties the outbox. */
export const OUTBOX_SYNC_TAG = 'outbox'
/** The cache the service worker keeps thumbnails in. Whoever needs room for what cannot be fetched again may delete it. */
export const THUMBNAIL_CACHE = 'thumbnails'
