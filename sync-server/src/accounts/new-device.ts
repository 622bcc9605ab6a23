import { networkOf } from '../platform/http/client-network.ts'
import type { Platform } from '../platform/platform.ts'
import { mailWords } from './account-mail.ts'
import type { Accounts } from './accounts.ts'
import { clientOf } from './record/security-record.ts'

export const NEW_DEVICE_MAILS_A_DAY = 5
const DAY_MS = 86_400_000
/** Number of earlier sign-ins that a new sign-in is compared with. */
const COMPARED = 200

type Caller = { readonly request: Request; readonly clientAddress: string; readonly origin: string }
type Person = { readonly id: string; readonly email: string }

/** Records a sign-in. Mails the person, a few times a day at most, when none of the latest sign-ins came from the same network with the same browser
 *  and device. Without a recorded sign-up or earlier sign-in there is no mail. A mail that cannot be stored does not stop the sign-in. */
export async function noteSignIn(platform: Platform, accounts: Accounts, caller: Caller, person: Person, by: string): Promise<void> {
  const isNew = await isNewDevice(platform, caller, person.id)
  const isMailed = isNew && (await countNewToday(platform, person.id)) < NEW_DEVICE_MAILS_A_DAY
  await accounts.recordSecurity({ kind: 'signIn', uid: person.id, caller, detail: { by, ...(isNew && { device: 'new' }) } })
  if (!isMailed) return
  await mailAboutDevice(platform, accounts, caller, person).catch((error: unknown) => {
    platform.log.warn({ err: error, uid: person.id }, 'the mail about a new device could not be stored')
  })
}

async function isNewDevice({ db }: Platform, { request, clientAddress }: Caller, uid: string): Promise<boolean> {
  const earlier = await db
    .selectFrom('security_events')
    .select(['address', 'client'])
    .where('uid', '=', uid)
    .where('kind', 'in', ['signIn', 'signUp'])
    .where('result', '=', 'done')
    .orderBy('id', 'desc')
    .limit(COMPARED)
    .execute()
  const [client, network] = [clientOf(request), networkOf(clientAddress)]
  const isSame = (one: { address: string | null; client: string }) => one.client === client && networkOf(one.address ?? '') === network
  return earlier.length > 0 && !earlier.some(isSame)
}

async function countNewToday({ db, nowMs }: Platform, uid: string): Promise<number> {
  const today = db
    .selectFrom('security_events')
    .select('detail')
    .where('uid', '=', uid)
    .where('kind', '=', 'signIn')
    .where('at_ms', '>', nowMs() - DAY_MS)
  return (await today.orderBy('id', 'desc').limit(COMPARED).execute()).filter(({ detail }) => detail.device === 'new').length
}

async function mailAboutDevice(platform: Platform, { address, sendMail }: Accounts, caller: Caller, { email }: Person): Promise<void> {
  const { shop, momentOf, profileLink } = await mailWords(platform.db, address, caller.origin)
  await sendMail({
    to: email,
    subject: `New sign-in to ${shop}`,
    kind: 'accounts.newDevice',
    holdsSecret: false,
    text: [
      'Hello,',
      `somebody signed in as ${email} at ${shop} on a device or network that this account has not used before:`,
      `${clientOf(caller.request)}, ${momentOf(platform.nowMs())}, from the address ${caller.clientAddress}.`,
      'If it was you, there is nothing to do.',
      'If it was not you, ask for a reset link on the sign-in page at once and set a new password. It removes all linked accounts and signs you out everywhere.',
      ...profileLink('See where you are signed in'),
    ].join('\n\n'),
  })
}
