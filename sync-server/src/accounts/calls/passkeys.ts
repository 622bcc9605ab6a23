import {
  addPasskeyCall,
  editPasskeyCall,
  removePasskeyCall,
  signInWithPasskeyCall,
  startPasskeyCall,
  startPasskeyUseCall,
} from '@shop/shared/accounts/calls/passkeys.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { requireOwnProvedEmail } from '../email-proofs.ts'
import { noteProof, noteProofOf } from '../proofs.ts'
import { recordWrongAnswer } from '../record/wrong-answers.ts'
import { noteSignInChange } from '../sign-in-mail.ts'
import { signInAs } from '../signed-in.ts'

/** POST /identity/passkeys/start. */
export const handleStartPasskey = ({ passkeys, factors }: Accounts) =>
  implementCall(startPasskeyCall, async ({ actor, platform, origin }) => {
    await requireOwnProvedEmail(platform.db, actor.uid)
    const { email, shopName } = await factors.labelsOf(actor.uid)
    return passkeys.startNew(actor.uid, email, shopName, origin)
  })

/** POST /identity/passkeys. */
export const handleAddPasskey = ({ passkeys, factors, recordSecurity }: Accounts) =>
  implementCall(addPasskeyCall, async ({ actor: { uid }, body, platform, newId, ...caller }) => {
    const checked = await recordWrongAnswer(recordSecurity, { kind: 'factorChanged', uid, caller }, () =>
      passkeys.checkNew(uid, body.ticket, body.response, caller.origin),
    )
    const id = newId()
    const also = noteSignInChange(platform, recordSecurity, { uid, change: 'passkeyAdded', caller })
    const recoveryCodes = await factors.addPasskey(uid, { id, name: body.name, ...checked }, also)
    await noteProof(platform.db, caller.request, 'second')
    return { passkey: await passkeys.rename(uid, id, body.name), recoveryCodes: [...recoveryCodes] }
  })

/** PATCH /identity/passkeys/{id}. */
export const handleEditPasskey = ({ passkeys }: Accounts) =>
  implementCall(editPasskeyCall, ({ actor, params, body }) => passkeys.rename(actor.uid, params.id, body.name))

/** DELETE /identity/passkeys/{id}. */
export const handleRemovePasskey = ({ factors, recordSecurity }: Accounts) =>
  implementCall(removePasskeyCall, async ({ actor: { uid }, params, platform, ...caller }) => {
    await factors.removePasskey(uid, params.id, noteSignInChange(platform, recordSecurity, { uid, change: 'passkeyRemoved', caller }))
    return { success: true as const }
  })

/** POST /identity/passkeys/use. */
export const handleStartPasskeyUse = ({ passkeys, limits }: Accounts) =>
  implementPublicCall(startPasskeyUseCall, ({ clientAddress, origin }) => {
    limits.passThrough(clientAddress, 'passkey')
    return passkeys.startUse(origin)
  })

/** POST /identity/sign-in/passkey. */
export const handleSignInWithPasskey = (accounts: Accounts) =>
  implementPublicCall(signInWithPasskeyCall, async ({ body: { knownDevice, ...answered }, platform, origin, ...caller }) => {
    accounts.limits.passThrough(caller.clientAddress, 'passkey')
    const owner = (await accounts.passkeys.ownerOf(answered, origin)) ?? null
    const uid = await recordWrongAnswer(accounts.recordSecurity, { kind: 'signIn', uid: owner, caller, detail: { by: 'passkey' } }, () =>
      accounts.passkeys.use(answered, origin),
    )
    const answer = await signInAs(platform, accounts, { ...caller, origin }, { uid, by: 'passkey', knownDevice })
    await noteProofOf(platform.db, answer.token, 'second')
    return answer
  })
