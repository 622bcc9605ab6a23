import { formatCents } from '@shop/shared/kernel/money.ts'
import type { CartLine } from '@shop/shared/pos/schema.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { type SyncEngine, useEngine, useSyncStatus } from '../sync/api.ts'
import { grouped } from '../ui/counted.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import type { HeaderWindow } from './cart/cart-header.tsx'
import { CartPanel } from './cart/cart-panel.tsx'
import { useCart, useCartSession } from './cart/use-cart-session.ts'
import { useLineActions } from './cart/use-line-actions.ts'
import { FindPanel } from './find/find-panel.tsx'
import { useConsignorFilter, useItemCount, usePosFacts } from './queries.ts'
import { useReceipt } from './receipt/use-receipt.tsx'
import { useFeedback } from './scan/use-feedback.ts'
import { useScans } from './scan/use-scans.ts'
import classes from './till.module.css'
import { useAddLine } from './use-add-line.ts'
import { usePayment } from './use-payment.ts'
import { CART, useScreenState } from './use-screen-state.ts'
import { useTillKeys } from './use-till-keys.ts'

const KeysHelp = lazy(() => import('./keys-help.tsx'))
const ShiftWindow = lazy(() => import('./shift/shift-window.tsx'))
// lazy and optional, because the till sells without it
const KeepAwake = lazy(() => import('../ui/keep-awake.tsx').catch(() => ({ default: () => null })))

/** Point of sale: find and scan on the left, cart and payment on the right. */
export default function TillScreen() {
  const engine = useEngine()
  return engine && <TillOf engine={engine} />
}

function TillOf({ engine }: { readonly engine: SyncEngine }) {
  const { timeZone } = useShopSettings()
  const screen = useScreenState()
  const feedback = useFeedback()
  const session = useCartSession(engine, screen.setters.noteLost)
  const cart = useCart(session)?.cart
  const lines = useLineActions(session, screen)
  const payment = usePayment(session, screen, lines, feedback)
  const goods = useAddLine(session, screen, feedback)
  const [consignor] = useConsignorFilter()
  const scans = useScans({
    ...goods,
    isReady: !useLoad('items', useItemCount() === 0).isLoading,
    consignorId: consignor?.uid ?? null,
    isSold: screen.stage.kind === 'sold',
    onQuestion: () => {
      screen.setters.setStage((current) => (current.kind === 'sold' ? CART : current))
      feedback.play('question', 'scan')
    },
  })
  const receipts = useReceipt()
  const facts = usePosFacts()
  const searchField = useRef<HTMLInputElement>(null)
  const cartPanel = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<HeaderWindow>(null)
  const [aside, setAside] = useState<'help' | 'shift' | null>(null)
  useTillKeys({ session, screen, lines, payment, scans, searchField, cartPanel, setWindow: setOpened, openHelp: () => setAside('help') })

  const exportToday = async () => {
    const { downloadToday } = await import('./history/download-sales.ts')
    screen.setters.setNotice({ message: downloadToday(facts, engine.nowMs(), timeZone) })
  }
  const hasLines = (cart?.lines.length ?? 0) > 0
  return (
    <div
      className={classes.till}
      data-layout="fill"
      data-flash={feedback.flash ?? undefined}
      data-stage={screen.stage.kind}
      data-filled={hasLines || undefined}
      data-asking={scans.questions.length > 0 || undefined}
    >
      <h1 className="shop-visually-hidden">Point of sale</h1>
      <Starting />
      <FindPanel
        {...{ lines, scans, feedback }}
        add={goods.add}
        field={searchField}
        onShift={() => setAside('shift')}
        onCsv={() => void exportToday()}
        onHelp={() => setAside('help')}
      />
      <section ref={cartPanel} className={classes.side} data-stage={screen.stage.kind} aria-label="Cart and payment">
        <CartPanel {...{ session, screen, lines, payment }} opened={opened} onOpen={setOpened} receipts={receipts} />
      </section>
      <SelectedLine line={screen.stage.kind === 'sold' ? undefined : lines.selected} />
      {receipts.receipt}
      <Suspense fallback={null}>
        {hasLines && <KeepAwake />}
        {aside === 'help' && <KeysHelp onClose={() => setAside(null)} />}
        {aside === 'shift' && <ShiftWindow onClose={() => setAside(null)} />}
      </Suspense>
    </div>
  )
}

/** Says how far the first load of a new device is. */
function Starting() {
  const { startProgress } = useSyncStatus()
  if (!startProgress) return null
  return (
    <div className={classes.starting} role="status">
      Loading items
      <span aria-hidden="true">{`: ${grouped(startProgress.rows)} of ${grouped(startProgress.of)}`}</span>
      <ProgressBar done={startProgress.rows} of={startProgress.of} label="Loading items" />
    </div>
  )
}

/** Announces the line that was scanned, changed or chosen by arrows, since the focus stays where it is. */
function SelectedLine({ line }: { readonly line: CartLine | undefined }) {
  return (
    <div role="status" className="shop-visually-hidden">
      {line && `${line.itemName}: ${line.quantity} × ${line.unitPriceCents === null ? 'no price' : formatCents(line.unitPriceCents)}`}
    </div>
  )
}
