import { uuidv7 } from '@shop/shared/kernel/ids.ts'

/** Makes the id of a request, under which the server's log tells about it. */
export const newRequestId = (): string => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
