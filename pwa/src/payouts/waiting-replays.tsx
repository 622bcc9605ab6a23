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
    <ul style={{ margin: 0 }}>
      {entries.map(({ id, name, byUid, at, message }) => (
        <li key={id}>
          {commandName(name)} by <bdi>{nameOf(byUid)}</bdi>, {moment(Date.parse(at))}: {message}
        </li>
      ))}
      {more > 0 && <li>and {counted(more, 'more change')}</li>}
    </ul>
  )
}
