/** What the page and its service worker say to each other: the new version may take over. */
export const SKIP_WAITING = 'skip-waiting'
/** Tag of the Background Sync registration that empties the outbox. */
export const OUTBOX_SYNC_TAG = 'outbox'
