import { addPasskeyCall, startPasskeyCall, startPasskeyUseCall } from '@shop/shared/accounts/calls/passkeys.ts'
import type { PasskeyAnswer } from '@shop/shared/accounts/rules/passkeys.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import type { useCall } from '../../sync/api.ts'

type Call = ReturnType<typeof useCall>

/** Message for a refusal by the browser. The browser does not say whether the person closed its window or the device has no such passkey. */
const NOT_USED = 'No passkey was used. Please try again, or choose another way.'

// loaded only when somebody uses a passkey
const webAuthn = () => import('@simplewebauthn/browser')

const IP_ADDRESS = /^[\d.]+$|^\[/

/** True where this browser and this address can use passkeys. */
export const offersPasskeys = (): boolean =>
  window.isSecureContext && !IP_ADDRESS.test(window.location.hostname) && typeof PublicKeyCredential !== 'undefined'

/** Asks the person's device to answer a challenge of the server. */
export async function answerByPasskey(call: Call): Promise<PasskeyAnswer> {
  const { options, ticket } = await call(startPasskeyUseCall, {})
  const { startAuthentication } = await webAuthn()
  const response = await startAuthentication({ optionsJSON: options }).catch(refuse)
  return { ticket, response: { ...response, clientExtensionResults: {} } }
}

/** Makes a passkey on the person's device and hands it to the server. */
export async function makePasskey(call: Call, name: string): Promise<OutputOf<typeof addPasskeyCall>> {
  const { options, ticket } = await call(startPasskeyCall, {})
  const { startRegistration } = await webAuthn()
  const made = await startRegistration({ optionsJSON: options as never }).catch(refuse)
  const { clientDataJSON, attestationObject, transports } = made.response
  const response = {
    ...made,
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
  return call(addPasskeyCall, { body: { ticket, name, response } })
}

function refuse(thrown: unknown): never {
  const isKnown = thrown instanceof Error && thrown.name === 'InvalidStateError'
  throw new Refusal('PASSKEY_WRONG', 400, isKnown ? 'This device holds a passkey for this account already.' : NOT_USED)
}
