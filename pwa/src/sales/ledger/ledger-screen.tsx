import { Button, SegmentedControl } from '@mantine/core'
import { exportLedgerCall } from '@shop/shared/sales/ledger-calls.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { dated, downloadFile } from '../../ui/download-file.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { Page } from '../../ui/page.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { BalanceList } from './balance-list.tsx'
import { BooksState } from './books-state.tsx'
import classes from './ledger.module.css'
import { useLedgerFilter } from './ledger-filter.ts'
import { PostingList } from './posting-list.tsx'

/** `/ledger`: every posting with its origin, the debt to each consignor, and whether the books balance. */
export default function LedgerScreen() {
  const { online } = useSyncStatus()
  const [part, setPart] = useState<'postings' | 'balances'>('postings')
  const looked = useLedgerFilter()
  const banner = useBanner()
  const call = useCall()
  const { busy, run } = useBusy()
  const { timeZone } = useShopSettings()

  const download = () =>
    run(async () => {
      try {
        // the server sends it as a file
        downloadFile(dated('ledger', 'csv', timeZone), (await call(exportLedgerCall, { query: looked.filter })) as unknown as Blob)
      } catch (thrown) {
        banner.show(errorMessage('Error exporting the ledger: ', thrown))
      }
    })
  return (
    <Page
      title="Ledger"
      subtitle="Every posting with its origin, and what is owed to whom"
      actions={
        <Button
          variant="default"
          loading={busy}
          disabled={!online}
          leftSection={<IconDownload size="1.25rem" aria-hidden />}
          onClick={() => void download()}
        >
          Export CSV
        </Button>
      }
    >
      <Banner {...banner.props} />
      <BooksState onMessage={banner.show} />
      <SegmentedControl
        className={classes.parts ?? ''}
        aria-label="Part of this screen"
        value={part}
        onChange={(value) => setPart(value as typeof part)}
        data={[
          { value: 'postings', label: 'Postings' },
          { value: 'balances', label: 'Balances' },
        ]}
      />
      {part === 'postings' ? (
        <PostingList isOnline={online} looked={looked} onMessage={banner.show} />
      ) : (
        <BalanceList
          onOpen={(uid) => {
            setPart('postings')
            looked.change({ uid, account: null, kind: null, source: null })
          }}
        />
      )}
    </Page>
  )
}
