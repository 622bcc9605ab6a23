import { SegmentedControl } from '@mantine/core'
import { users } from '@shop/shared/accounts/schema.ts'
import type { LoggedMail } from '@shop/shared/mail/calls.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLive, useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { Page } from '../ui/page.tsx'
import { navigate, useQuery } from '../ui/router.tsx'
import { useShopName } from '../ui/use-shop-settings.ts'
import { useTitle } from '../ui/use-title.ts'
import { ComposeForm, NOTHING_WRITTEN, type Written } from './compose-form.tsx'
import { Delivery, useDelivery } from './delivery.tsx'
import { MailLog } from './mail-log.tsx'
import { recipientsOf } from './recipients.ts'

/** Time the success banner stays. */
export const SENT_MS = 5_000

/** `/email-tool`: composes mails, and shows the shop's mail log. */
export default function EmailToolScreen() {
  useTitle('Email Tool')
  const isLog = useQuery().get('part') === 'sent'
  const people = useLive((view) => view.all(users), [])
  const shopName = useShopName()
  const recipients = useMemo(() => recipientsOf(people), [people])
  const { online } = useSyncStatus()
  const banner = useBanner()
  const [sheet, setSheet] = useState({ n: 0, initial: NOTHING_WRITTEN })
  const [handedOver, setHandedOver] = useState<{ mail: LoggedMail; written: Written } | null>(null)
  const delivery = useDelivery(handedOver?.mail ?? null)
  const { show } = banner
  const { onClear } = banner.props
  const isRefused = delivery?.state === 'failed'
  const takeSheet = useCallback((initial: Written) => setSheet(({ n }) => ({ n: n + 1, initial })), [])

  // our server accepted the mail but the mail server refused it, so the success banner is wrong
  useEffect(() => {
    if (isRefused) onClear()
  }, [isRefused, onClear])

  const onSent = useCallback(
    (mail: LoggedMail, written: Written) => {
      setHandedOver({ mail, written })
      takeSheet(NOTHING_WRITTEN)
      show('Email sent successfully!')
    },
    [show, takeSheet],
  )
  return (
    <Page
      title="Email Tool"
      actions={
        <SegmentedControl
          aria-label="Part of this screen"
          data={[
            { value: 'compose', label: 'Compose' },
            { value: 'sent', label: 'Sent mails' },
          ]}
          value={isLog ? 'sent' : 'compose'}
          onChange={(part) => navigate(part === 'sent' ? '/email-tool?part=sent' : '/email-tool', { replace: true })}
        />
      }
    >
      <Banner {...banner.props} clearAfterMs={SENT_MS} />
      {/* hidden, not unmounted: a draft survives a look at the log */}
      <div hidden={isLog}>
        {delivery && handedOver && (
          <Delivery
            mail={delivery}
            onEdit={() => {
              takeSheet(handedOver.written)
              setHandedOver(null)
            }}
          />
        )}
        <ComposeForm key={sheet.n} recipients={recipients} shopName={shopName} isOnline={online} initial={sheet.initial} onSent={onSent} />
      </div>
      {isLog && <MailLog isOnline={online} onMessage={show} />}
    </Page>
  )
}
