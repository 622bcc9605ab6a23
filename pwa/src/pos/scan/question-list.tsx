import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { shownQuantity } from '@shop/shared/inventory/schema.ts'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { leftOf } from '@shop/shared/sales/rules/left-of-sale.ts'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useLive } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { useMoments } from '../../ui/use-moments.ts'
import { useSoldLines } from '../history/use-returns.ts'
import { useItems, useOwnerNames } from '../queries.ts'
import { useReceipt } from '../receipt/use-receipt.tsx'
import classes from './scan.module.css'
import type { ScanQuestion } from './scan-questions.ts'

const NewItemForm = lazy(() => import('./new-item-form.tsx'))
const ReturnGoods = lazy(() => import('../history/return-goods.tsx').then((module) => ({ default: module.ReturnGoods })))
const SaleDetail = lazy(() => import('../history/sale-detail.tsx').then((module) => ({ default: module.SaleDetail })))

export type QuestionActions = {
  readonly choose: (question: ScanQuestion, item: Item) => void
  readonly sellFree: (question: ScanQuestion) => void
  readonly created: (question: ScanQuestion, item: Item) => void
  readonly dismiss: (code: string) => void
}

/** Scans that need an answer, beside the cart and never over it, so that scanning continues. On a phone several of them fold into one line, which
 *  leaves the cart its room. */
export default function QuestionList({
  questions,
  actions,
}: {
  readonly questions: readonly ScanQuestion[]
  readonly actions: QuestionActions
}) {
  const firstWhich = questions.find((question) => question.kind === 'which')
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const isFoldable = isPhone && questions.length > 1
  return (
    <section className={classes.scans} aria-label="Scans to answer" aria-live="polite">
      {isFoldable && (
        <Button
          variant="default"
          fullWidth
          aria-expanded={isOpen}
          rightSection={isOpen ? <IconChevronUp size="1rem" /> : <IconChevronDown size="1rem" />}
          onClick={() => setOpen(!isOpen)}
        >
          {counted(questions.length, 'question')}
        </Button>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: opens the fold, so that another scan hides no question that somebody is at */}
      <div
        className={classes.questions}
        data-foldable={isFoldable || undefined}
        hidden={isFoldable && !isOpen}
        onFocus={() => setOpen(true)}
      >
        {questions.map((question) =>
          question.kind === 'which' ? (
            <WhichUnit key={question.code} question={question} hasKeys={question === firstWhich} actions={actions} />
          ) : (
            <UnknownCode key={question.code} question={question} actions={actions} />
          ),
        )}
      </div>
    </section>
  )
}

type WhichProps = { readonly question: ScanQuestion & { kind: 'which' }; readonly hasKeys: boolean; readonly actions: QuestionActions }

function WhichUnit({ question, hasKeys, actions }: WhichProps) {
  const units = useItems(question.itemIds)
  const ownerOf = useOwnerNames()
  return (
    <section className={classes.question} aria-label={`Which one: ${question.code}`}>
      <div className={classes.questionHead}>
        <span>
          Whose is it? <bdi className={classes.code}>{question.code}</bdi>
          {question.count > 1 && ` × ${question.count}`}
        </span>
        <Dismiss code={question.code} actions={actions} />
      </div>
      <div className={classes.units}>
        {units.map((item, index) => (
          <Button
            key={item.id}
            variant="default"
            size="md"
            className={classes.unit}
            classNames={{ label: classes.unitLabel }}
            onClick={() => actions.choose(question, item)}
            leftSection={hasKeys && index < 9 ? <Kbd>{index + 1}</Kbd> : undefined}
            rightSection={<span>{item.priceCents === null ? 'No price' : formatCents(item.priceCents)}</span>}
          >
            <span className={classes.unitTexts}>
              <bdi>{ownerOf(item.consignorId)}</bdi>
              <small>
                {shownQuantity(item)} in stock · <bdi>{item.itemName}</bdi>
                {item.location && (
                  <>
                    {' · '}
                    <bdi>{item.location}</bdi>
                  </>
                )}
              </small>
            </span>
          </Button>
        ))}
      </div>
    </section>
  )
}

function UnknownCode(props: { question: ScanQuestion; actions: QuestionActions }) {
  const { code } = props.question
  const ofReceipt = useLive(
    (view) => {
      const numbers = new Set([code, code.toUpperCase()])
      return [...numbers].flatMap((number) => view.where(posSales, 'receiptNumber', number))
    },
    [code],
  )
  if (ofReceipt.length === 0) return <UnknownGoods {...props} />
  // a tablet that was copied prints a number that another one printed
  return ofReceipt.map((sale) => <KnownReceipt key={sale.id} {...props} sale={sale} />)
}

function KnownReceipt({ question, actions, sale }: { question: ScanQuestion; actions: QuestionActions; sale: PosSale }) {
  const [opened, setOpened] = useState<'sale' | 'return' | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const { moment } = useMoments()
  const receipts = useReceipt()
  const hasMore = useSoldLines(sale).some((line) => leftOf(line).quantity > 0)
  return (
    <section className={classes.question} aria-label={`Receipt ${sale.receiptNumber}`}>
      <div className={classes.questionHead}>
        <span>
          Receipt <span className={classes.code}>{sale.receiptNumber}</span>: {formatCents(sale.totalCents)}, {moment(sale.soldAtMs)}
          {sale.voidedAtMs === null ? !hasMore && ', all returned' : ', void'}
        </span>
        <Dismiss code={question.code} actions={actions} />
      </div>
      <div role="status">
        <bdi>{done}</bdi>
      </div>
      <div className={classes.answers}>
        {hasMore && (
          <Button size="md" onClick={() => setOpened('return')}>
            Return goods…
          </Button>
        )}
        <Button size="md" variant="default" onClick={() => setOpened('sale')}>
          Show the sale
        </Button>
      </div>
      <Suspense fallback={null}>
        {opened === 'sale' && <SaleDetail sale={sale} receipts={receipts} onClose={() => actions.dismiss(question.code)} />}
        {opened === 'return' && (
          <ReturnGoods
            sale={sale}
            onClose={() => setOpened(null)}
            onDone={(message) => {
              setOpened(null)
              setDone(message)
            }}
          />
        )}
      </Suspense>
      {receipts.receipt}
    </section>
  )
}

function UnknownGoods({ question, actions }: { question: ScanQuestion; actions: QuestionActions }) {
  const [isCreating, setIsCreating] = useState(false)
  return (
    <section className={classes.question} aria-label={`Unknown barcode ${question.code}`}>
      <div className={classes.questionHead}>
        <span>
          Nothing has the barcode <bdi className={classes.code}>{question.code}</bdi>
          {question.count > 1 && ` × ${question.count}`}
        </span>
        <Dismiss code={question.code} actions={actions} />
      </div>
      {isCreating ? (
        <Suspense fallback={null}>
          <NewItemForm
            code={question.code}
            count={question.count}
            onCreated={(item) => actions.created(question, item)}
            onCancel={() => setIsCreating(false)}
          />
        </Suspense>
      ) : (
        <div className={classes.answers}>
          <Button size="md" onClick={() => setIsCreating(true)}>
            Create item
          </Button>
          <Button size="md" variant="default" onClick={() => actions.sellFree(question)}>
            Sell without inventory
          </Button>
        </div>
      )}
    </section>
  )
}

function Dismiss({ code, actions }: { code: string; actions: QuestionActions }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Dismiss ${code}`} onClick={() => actions.dismiss(code)}>
      <IconX />
    </ActionIcon>
  )
}
