import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { removePayout } from '@shop/shared/payouts/commands/remove-payout.ts'
import { undoPayoutPaid } from '@shop/shared/payouts/commands/undo-payout-paid.ts'
import { payoutRefusals } from '@shop/shared/payouts/errors.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import { type Payout, payouts } from '@shop/shared/payouts/schema.ts'
import { useCallback, useEffect, useRef } from 'react'
import { useDevice, useLive, useRunCommand, useSession } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { showUndo } from '../ui/message-store.ts'
import { useMoments } from '../ui/use-moments.ts'
import { useNames } from '../ui/use-names.ts'
import type { Restore } from './use-restore.ts'

/** Error message for a payout that is settled (with name and time) or does not exist; null while it is pending. */
export function settledWords(payout: Payout | undefined, name: (uid: string) => string, moment: (atMs: number) => string): string | null {
  if (!payout) return `Error: ${payoutRefusals.PAYOUT_NOT_FOUND.message}`
  const { status, settledByUid, settledAtMs } = payout
  if (status === 'pending') return null
  const who = settledByUid === null ? '' : ` by ${name(settledByUid)}`
  const when = settledAtMs === null ? '' : ` on ${moment(settledAtMs)}`
  return status === 'paid'
    ? `Error: This payout was already paid${who}${when}.`
    : `Error: This payout request was already deleted${who}${when}, and its amount was given back.`
}

type Act = 'pay' | 'remove'

function Question({ payout, act, to }: { readonly payout: Payout; readonly act: Act; readonly to: string }) {
  return (
    <>
      <p>
        <strong>
          {formatCents(payout.amountCents)} to <bdi>{to}</bdi>
        </strong>{' '}
        ({METHOD_NAME[payout.method]} <bdi>{payout.handle}</bdi>)
      </p>
      <p>
        {act === 'pay'
          ? 'Do this after the money was sent. You can undo it for ten seconds.'
          : 'The amount goes back to the consignor’s balance. This cannot be undone.'}
      </p>
    </>
  )
}

/** Offers to take back a mark as paid, which is stored and sent at once: by a command of its own (decision 0064). */
function useOfferUndo(onMessage: (text: string) => void): (payout: Payout) => void {
  const run = useRunCommand()
  const consignor = useNames()
  return ({ id: payoutId, uid, amountCents }) =>
    showUndo(`${formatCents(amountCents)} to ${consignor(uid)}`, () => {
      run(undoPayoutPaid, { payoutId, uid }).then(
        () => onMessage('The payout waits again'),
        (thrown: unknown) => onMessage(errorMessage('Error: ', thrown)),
      )
    })
}

/** Marks a request as paid or deletes it, after a confirmation. Reports when another admin was faster, since the money may have been sent twice. */
export function useSettle(restore: Restore, onMessage: (text: string) => void): (payout: Payout, act: Act) => Promise<void> {
  const { readRows } = useDevice()
  const all = useLive((view) => view.all(payouts), [])
  const consignor = useNames()
  const name = useNames('another admin')
  const { moment } = useMoments()
  const confirm = useConfirm()
  const run = useRunCommand()
  const offerUndo = useOfferUndo(onMessage)
  const ownUid = useSession().user?.uid
  const asked = useRef<{ readonly id: string; readonly question: AbortController } | null>(null)
  const paidHere = useRef(new Set<string>())

  const wordsOf = useCallback(
    (id: string) =>
      settledWords(
        readRows((view) => view.get(payouts, id)),
        name,
        moment,
      ),
    [name, moment, readRows],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever a payout changes
  useEffect(() => {
    if (asked.current && wordsOf(asked.current.id) !== null) asked.current.question.abort()
    // when two admins pay at the same moment or offline, the server accepts the first payment, and this tells the second admin
    for (const id of paidHere.current) {
      const payout = readRows((view) => view.get(payouts, id))
      if (payout?.status === 'paid' && payout.settledByUid === ownUid) continue
      paidHere.current.delete(id)
      const words = wordsOf(id)
      if (words !== null) onMessage(words)
    }
  }, [all, wordsOf])

  return async (payout, act) => {
    // a restored shop may lack a payment made after the backup: paying again or refunding would lose that money
    if (await restore.isClosed()) return onMessage(`Error: ${kernelRefusals.PAYOUTS_CLOSED.message}`)
    const question = new AbortController()
    asked.current = { id: payout.id, question }
    const isSure = await confirm({
      title: act === 'pay' ? 'Mark this payout as paid?' : 'Delete this payout request?',
      body: <Question payout={payout} act={act} to={consignor(payout.uid)} />,
      confirmLabel: act === 'pay' ? 'Paid' : 'Delete',
      tone: act === 'pay' ? 'neutral' : 'bad',
      signal: question.signal,
    })
    if (asked.current?.question === question) asked.current = null
    const words = wordsOf(payout.id)
    if (words !== null) return onMessage(words)
    if (!isSure) return
    try {
      await run(act === 'pay' ? markPayoutPaid : removePayout, { payoutId: payout.id, uid: payout.uid })
      if (act === 'pay') {
        paidHere.current.add(payout.id)
        offerUndo(payout)
      }
      onMessage(act === 'pay' ? 'Payout marked as paid' : 'Payout request deleted and balance refunded')
    } catch (thrown) {
      onMessage(errorMessage('Error: ', thrown))
    }
  }
}
