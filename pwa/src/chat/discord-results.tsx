import type { ChannelResult } from '@shop/shared/chat/calls.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { FormModal } from '../ui/form-modal.tsx'
import { Link } from '../ui/router.tsx'
import { Tag } from '../ui/tag.tsx'
import classes from './chat.module.css'
import type { DiscordTest } from './use-discord-test.ts'

export function DiscordResults({ outcome, onClose }: { readonly outcome: DiscordTest; readonly onClose: () => void }) {
  const { success, results } = outcome
  const isEmpty = results.sales.length + results.payouts.length === 0
  return (
    <FormModal title="Discord Test Results" onClose={onClose}>
      <div className={classes.results}>
        <p className={classes.summary} role="status">
          {isEmpty
            ? 'No channel is set yet, so nothing was sent.'
            : success
              ? 'Every channel took its test message.'
              : 'Not every channel took its test message.'}{' '}
          <Link to="/settings" className={classes.link}>
            Channels are set under Settings
          </Link>
        </p>
        <Channels title="Sales channels" results={results.sales} />
        <Channels title="Payout channels" results={results.payouts} />
      </div>
    </FormModal>
  )
}

function Channels({ title, results }: { readonly title: string; readonly results: readonly ChannelResult[] }) {
  return (
    <section aria-label={title} className={classes.channels}>
      <h3 className={classes.title}>{title}</h3>
      {results.length === 0 ? (
        <p className={classes.none}>None set</p>
      ) : (
        <ul className={classes.list}>
          {results.map(({ channelId, success, error }) => (
            <li key={channelId} className={classes.channel}>
              <span className={classes.id}>{channelId}</span>
              <Tag
                tone={success ? 'good' : 'bad'}
                icon={success ? <IconCircleCheck aria-hidden="true" /> : <IconCircleX aria-hidden="true" />}
              >
                {success ? 'Success' : 'Failed'}
              </Tag>
              {error !== undefined && <span className={classes.error}>{error}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
