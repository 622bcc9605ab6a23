import { Text } from '@mantine/core'
import { cents, formatCents } from '@shop/shared/kernel/money.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { commandName } from '../ui/command-name.ts'
import { counted } from '../ui/counted.ts'
import type { Moments } from '../ui/moments.ts'
import type { WaitingReplays as Waiting } from './use-restore.ts'

type Props = {
  readonly waiting: Waiting
  readonly nameOf: (uid: string) => string
  readonly moment: Moments['moment']
}

/** Names the work that came back to a restored shop and waits for the work of other devices. */
export function WaitingReplays({ waiting: { count, entries }, nameOf, moment }: Props) {
  const more = count - entries.length
  return (
    <>
      <ul style={{ margin: 0 }}>
        {entries.map(({ id, name, byUid, aboutUid = null, amountCents = null, at, message }) => (
          <li key={id}>
            {commandName(name)}
            {aboutUid !== null && aboutUid !== byUid && (
              <>
                {' '}
                for <bdi>{nameOf(aboutUid)}</bdi>
              </>
            )}
            {amountCents !== null && `, ${formatCents(cents(amountCents))}`}, by <bdi>{nameOf(byUid)}</bdi>, {moment(Date.parse(at))},
            refused because: {message}
          </li>
        ))}
        {more > 0 && <li>and {counted(more, 'more change')}</li>}
      </ul>
      {entries.some(({ name }) => name === markPayoutPaid.name) && (
        <Text size="inherit" fw="bold" mt="xs">
          A payout that waits to be marked as paid was paid before the restore. Do not pay it again.
        </Text>
      )}
    </>
  )
}
