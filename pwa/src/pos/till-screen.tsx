import { formatCents } from '@shop/shared/kernel/money.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { useSession } from '../sync/api.ts'
import { grouped } from '../ui/counted.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import type { HeaderWindow } from './cart/cart-header.tsx'
import { CartPanel } from './cart/cart-panel.tsx'
import { FindPanel } from './find/find-panel.tsx'
import { usePosSales } from './queries.ts'
import { useReceipt } from './receipt/use-receipt.tsx'
import classes from './till.module.css'
import { useTill } from './use-till.ts'
import { useTillKeys } from './use-till-keys.ts'

const KeysHelp = lazy(() => import('./keys-help.tsx'))

/** Point of sale: find and scan on the left, cart and payment on the right. */
export default function TillScreen() {
  const { user } = useSession()
  return user ? <TillOf uid={user.uid} /> : null
}

function TillOf({ uid }: { readonly uid: string }) {
  const till = useTill(uid)
  const receipts = useReceipt()
  const sales = usePosSales()
  const searchField = useRef<HTMLInputElement>(null)
  const cartPanel = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<HeaderWindow>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useTillKeys({ till, searchField, cartPanel, setWindow: setOpened, setHelp: setHelpOpen })

  const exportToday = async () => {
    const { downloadToday } = await import('./history/download-sales.ts')
    till.setNotice({ message: downloadToday(sales, till.settings.timeZone) })
  }
  const { startProgress } = till.status
  const hasLines = (till.cart?.lines.length ?? 0) > 0
  return (
    <div
      className={classes.till}
      data-layout="fill"
      data-flash={till.feedback.flash ?? undefined}
      data-stage={till.stage.kind}
      data-filled={hasLines || undefined}
      data-asking={till.questions.length > 0 || undefined}
    >
      <h1 className="shop-visually-hidden">Point of sale</h1>
      {startProgress && (
        <div className={classes.starting} role="status">
          Loading items
          <span aria-hidden="true">{`: ${grouped(startProgress.rows)} of ${grouped(startProgress.of)}`}</span>
          <ProgressBar done={startProgress.rows} of={startProgress.of} label="Loading items" />
        </div>
      )}
      <FindPanel till={till} field={searchField} onCsv={() => void exportToday()} onHelp={() => setHelpOpen(true)} />
      <section ref={cartPanel} className={classes.side} data-stage={till.stage.kind} aria-label="Cart and payment">
        <CartPanel till={till} opened={opened} onOpen={setOpened} receipts={receipts} />
      </section>
      <SelectedLine till={till} />
      {receipts.receipt}
      {isHelpOpen && (
        <Suspense fallback={null}>
          <KeysHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Says to a screen reader what was scanned, changed or chosen by the arrows: the focus stays where it is. */
function SelectedLine({ till: { cart, selectedId, stage } }: { readonly till: ReturnType<typeof useTill> }) {
  const line = stage.kind === 'sold' ? undefined : cart?.lines.find(({ id }) => id === selectedId)
  return (
    <div role="status" className="shop-visually-hidden">
      {line && `${line.itemName}: ${line.quantity} × ${line.unitPriceCents === null ? 'no price' : formatCents(line.unitPriceCents)}`}
    </div>
  )
}
