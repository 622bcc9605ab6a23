import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { type LoggedNotice, listNoticeTroublesCall } from '@shop/shared/notifications/calls.ts'
import type { NoticeChannel } from '@shop/shared/notifications/schema.ts'
import { IconBellCheck } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useCall, useLive } from '../sync/api.ts'
import { AskedSection } from '../ui/asked-section.tsx'
import { counted, grouped } from '../ui/counted.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { EventEntry, EventList } from '../ui/event-list.tsx'
import { Tag } from '../ui/tag.tsx'
import { useMoments } from '../ui/use-moments.ts'
import classes from './notifications.module.css'

type Log = { readonly notices: readonly LoggedNotice[]; readonly waiting: number; readonly hasBot: boolean }

/** Lists undelivered notifications with their reasons. */
export function NoticeTroubles() {
  const call = useCall()
  const question = useCallback(() => call(listNoticeTroublesCall, {}), [call])
  return (
    <AskedSection
      title="Notifications"
      describe={describe}
      offline="You are offline. What became of notifications is shown when the server is reached again."
      question={question}
    >
      {({ notices }) =>
        notices.length === 0 ? (
          <EmptyState
            icon={<IconBellCheck />}
            title="Everything arrived"
            hint="What cannot be delivered within the last 30 days is listed here."
          />
        ) : (
          <EventList label="Notifications that did not arrive">
            {notices.map((notice) => (
              <Trouble key={notice.id} notice={notice} />
            ))}
          </EventList>
        )
      }
    </AskedSection>
  )
}

function describe(log: Log | null): string {
  const bot = log?.hasBot === false ? 'This shop has no Discord bot: the server is started without DISCORD_BOT_TOKEN. ' : ''
  const waiting = log && log.waiting > 0 ? `${grouped(log.waiting)} on ${log.waiting === 1 ? 'its' : 'their'} way. ` : ''
  return `${bot}${waiting}Sales and payouts are told by Discord, on devices and by e-mail; here is what did not arrive.`
}

const CHANNELS: Readonly<Record<NoticeChannel, string>> = { discord: 'Discord', push: 'Device', email: 'E-mail' }

function Trouble({ notice }: { readonly notice: LoggedNotice }) {
  const { channel, target, title, state, attempts, lastError, createdAt } = notice
  const { moment } = useMoments()
  const person = useLive((view) => view.get(users, target), [target])
  const atMs = Date.parse(createdAt)
  const whom = target.replace(/^channel:/, 'channel ').replace(/^user:/, 'user ')
  const what = (
    <>
      <span className={classes.title}>{title}</span>{' '}
      <span className={classes.note}>{`${CHANNELS[channel]}, ${person ? nameOf(person) : whom}`}</span>
    </>
  )
  return (
    <EventEntry what={what} atMs={atMs} when={moment(atMs)}>
      <span className={classes.reason}>
        <Tag tone={state === 'failed' ? 'bad' : 'warn'}>{state === 'failed' ? 'Given up' : 'Tried again'}</Tag>
        <span>{`${lastError} (${counted(attempts, 'attempt')})`}</span>
      </span>
    </EventEntry>
  )
}
