/** Message by which pages of release 1 let the new version take over. Later pages send the message of workbox-window. */
export const SKIP_WAITING_OF_RELEASE_1 = 'skip-waiting'
/** Tag of the Background Sync registration that empties the outbox. */
export const OUTBOX_SYNC_TAG = 'outbox'
/** The service worker's cache of thumbnails, which may be deleted to make room for data that cannot be fetched again. */
export const THUMBNAIL_CACHE = 'thumbnails'
/** The service worker's cache of uploaded pictures. */
export const PICTURE_CACHE = 'pictures'
