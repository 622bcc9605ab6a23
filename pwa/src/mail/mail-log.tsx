import { NativeSelect } from '@mantine/core'
import type { LoggedMail } from '@shop/shared/mail/calls.ts'
import { type MailState, mailStateSchema } from '@shop/shared/mail/schema.ts'
import { IconMail, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Column } from '../ui/data-table-columns.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { RowButton } from '../ui/row-button.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { RefreshButton, ServerTable } from '../ui/server-list.tsx'
import { useBusy } from '../ui/use-busy.ts'
import classes from './mail.module.css'
import { MailDialog } from './mail-dialog.tsx'
import { kindWord, MailStateTag, stateWord, whenOf } from './mail-words.tsx'
import { useMailLog, useResend } from './use-mail-log.ts'

const COLUMNS: readonly Column<LoggedMail>[] = [
  { key: 'to', header: 'Recipient', width: 'minmax(11rem, 1.5fr)', card: 'title', cell: ({ email }) => <bdi>{email}</bdi> },
  { key: 'subject', header: 'Subject', width: 'minmax(10rem, 2fr)', cell: ({ subject }) => <bdi>{subject}</bdi> },
  { key: 'kind', header: 'For', width: 'minmax(8rem, 1fr)', hideBelow: 1000, cell: ({ kind }) => kindWord(kind) },
  { key: 'when', header: 'Written', width: '13rem', cell: ({ createdAt }) => whenOf(createdAt) },
  { key: 'state', header: 'State', width: '8rem', card: 'aside', cell: (mail) => <MailStateTag state={mail.state} /> },
]
const STATES = [{ value: '', label: 'All states' }, ...mailStateSchema.options.map((value) => ({ value, label: stateWord(value) }))]
const WORDS = {
  list: 'log',
  rows: 'mails',
  whyAway: 'The log of mails is read from the server, because it is not kept on devices.',
}

type Props = { readonly isOnline: boolean; readonly onMessage: (text: string) => void }

export function MailLog({ isOnline, onMessage }: Props) {
  const [text, setText] = useState('')
  const [state, setState] = useState<MailState | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const list = useMailLog(isOnline, text, state)
  const resend = useResend({ ...list, onMessage, onCopied: () => setOpenId(null) })
  const { run } = useBusy()
  const open = list.rows?.find(({ id }) => id === openId)
  const clear = () => {
    setText('')
    setState(null)
  }
  return (
    <>
      <div className={classes.filters}>
        <SearchInput
          className={classes.search ?? ''}
          aria-label="Search recipients"
          placeholder="Recipient"
          value={text}
          onText={setText}
        />
        <NativeSelect
          aria-label="State"
          data={STATES}
          value={state ?? ''}
          onChange={(event) => setState(mailStateSchema.safeParse(event.currentTarget.value).data ?? null)}
        />
        <RefreshButton isLoading={list.isLoading && list.rows !== null} isOnline={isOnline} onClick={list.refresh} />
      </div>
      {list.last?.hasServer === false && (
        <p className={classes.note}>
          No mail server is set up (SMTP_URL), so mails are kept here instead of being sent. Open one to read it, and hand over what its
          reader needs.
        </p>
      )}
      <ServerTable
        list={list}
        words={WORDS}
        label="Sent mails"
        columns={COLUMNS}
        rowId={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        actionsWidth="4rem"
        actions={(mail) => <ResendButton mail={mail} isOnline={isOnline} onClick={() => void run(() => resend(mail))} />}
        filter={text.trim() !== '' || state !== null ? { message: 'No mails found', onClear: clear } : null}
        empty={<EmptyState icon={<IconMail />} title="No mails yet" hint="What the shop sends appears here, with what became of it." />}
      />
      {open && <MailDialog mail={open} isOnline={isOnline} onResend={resend} onClose={() => setOpenId(null)} />}
    </>
  )
}

type ResendProps = { readonly mail: LoggedMail; readonly isOnline: boolean; readonly onClick: () => void }

/** Resends a mail that did not arrive. A delivered mail is resent from its dialog, after a confirmation. */
function ResendButton({ mail, isOnline, onClick }: ResendProps) {
  if (!mail.canResend || mail.state === 'sent') return null
  return (
    <RowButton label={`Send again to ${mail.email}`} reason={isOnline ? null : 'offline'} onClick={onClick}>
      <IconSend aria-hidden />
    </RowButton>
  )
}
