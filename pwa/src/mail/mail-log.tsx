import { NativeSelect, TextInput } from '@mantine/core'
import { type LoggedMail, resendMail } from '@shop/shared/mail/calls.ts'
import { type MailState, mailStateSchema } from '@shop/shared/mail/schema.ts'
import { IconMail, IconSearch, IconSend } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useCall } from '../sync/api.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { RowButton } from '../ui/row-button.tsx'
import { LoadMoreButton, NotRead, RefreshButton } from '../ui/server-list.tsx'
import { useBusy } from '../ui/use-busy.ts'
import classes from './mail.module.css'
import { MailDialog } from './mail-dialog.tsx'
import { kindWord, MailStateTag, stateWord, whenOf } from './mail-words.tsx'
import { useMailLog } from './use-mail-log.ts'

type Props = { readonly isOnline: boolean; readonly onMessage: (text: string) => void }

/** What was sent to whom, and what became of it. */
export function MailLog({ isOnline, onMessage }: Props) {
  const call = useCall()
  const [text, setText] = useState('')
  const [state, setState] = useState<MailState | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const { log, problem, isLoading, refresh, more, replace } = useMailLog(isOnline, text, state)
  const mails = log?.mails ?? []
  const { run } = useBusy()

  const resend = useCallback(
    async (mail: LoggedMail) => {
      try {
        // what another admin sent since is no question asked about: it does not go a second time
        const waiting = await call(resendMail, { params: { id: mail.id }, query: mail.state === 'sent' ? {} : { only: 'unsent' } })
        onMessage(`The mail to ${mail.email} is on its way again.`)
        if (waiting.id === mail.id) return replace(waiting)
        // a copy: the list begins with it
        setOpenId(null)
        void refresh()
      } catch (thrown) {
        onMessage(errorMessage('Error: ', thrown))
        // somebody else may have been faster
        void refresh()
      }
    },
    [call, replace, refresh, onMessage],
  )
  const columns = useMemo<readonly Column<LoggedMail>[]>(
    () => [
      { key: 'to', header: 'Recipient', width: 'minmax(11rem, 1.5fr)', card: 'title', cell: ({ email }) => <bdi>{email}</bdi> },
      { key: 'subject', header: 'Subject', width: 'minmax(10rem, 2fr)', cell: ({ subject }) => <bdi>{subject}</bdi> },
      { key: 'kind', header: 'For', width: 'minmax(8rem, 1fr)', hideBelow: 1000, cell: ({ kind }) => kindWord(kind) },
      { key: 'when', header: 'Written', width: '13rem', cell: ({ createdAt }) => whenOf(createdAt) },
      { key: 'state', header: 'State', width: '8rem', card: 'aside', cell: (mail) => <MailStateTag state={mail.state} /> },
    ],
    [],
  )
  const open = mails.find(({ id }) => id === openId) ?? null
  const isFiltered = text.trim() !== '' || state !== null
  return (
    <>
      <div className={classes.filters}>
        <TextInput
          className={classes.search ?? ''}
          type="search"
          aria-label="Search recipients"
          placeholder="Recipient"
          leftSection={<IconSearch size="1.25rem" aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label="State"
          data={[{ value: '', label: 'All states' }, ...mailStateSchema.options.map((value) => ({ value, label: stateWord(value) }))]}
          value={state ?? ''}
          onChange={(event) => setState(mailStateSchema.safeParse(event.currentTarget.value).data ?? null)}
        />
        <RefreshButton isLoading={isLoading && log !== null} isOnline={isOnline} onClick={refresh} />
      </div>
      {log && !log.hasServer && (
        <p className={classes.note}>
          No mail server is set up (SMTP_URL), so mails are kept here instead of being sent. Open one to read it, and hand over what its
          reader needs.
        </p>
      )}
      {!isOnline && log && <p className={classes.note}>Offline: this is the log as it was last read.</p>}
      {problem !== null && isOnline && (
        <p className={classes.note} role="alert">
          {`Error loading mails: ${problem}`}
        </p>
      )}
      <DataTable
        label="Sent mails"
        rows={mails}
        columns={columns}
        rowId={({ id }) => id}
        isLoading={log === null && isOnline && problem === null}
        onOpen={({ id }) => setOpenId(id)}
        actionsWidth="4rem"
        actions={(mail) =>
          // what was sent goes again from its own window, after a question
          mail.canResend &&
          mail.state !== 'sent' && (
            <RowButton
              label={`Send again to ${mail.email}`}
              reason={isOnline ? null : 'offline'}
              onClick={() => void run(() => resend(mail))}
            >
              <IconSend aria-hidden />
            </RowButton>
          )
        }
        filter={
          isFiltered && log
            ? {
                message: 'No mails found',
                onClear: () => {
                  setText('')
                  setState(null)
                },
              }
            : null
        }
        empty={
          log ? (
            <EmptyState icon={<IconMail />} title="No mails yet" hint="What the shop sends appears here, with what became of it." />
          ) : (
            <NotRead
              isOnline={isOnline}
              title="The log could not be read"
              hint="The log of mails is read from the server, because it is not kept on devices."
            />
          )
        }
        {...(log?.hasMore
          ? {
              footer: <LoadMoreButton isLoading={isLoading} isOnline={isOnline} onClick={more} />,
            }
          : {})}
      />
      {open && <MailDialog mail={open} isOnline={isOnline} onResend={resend} onClose={() => setOpenId(null)} />}
    </>
  )
}
