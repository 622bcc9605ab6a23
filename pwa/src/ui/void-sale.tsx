import { Button, Textarea } from '@mantine/core'
import type { Goods } from '@shop/shared/sales/rules/returned-pieces.ts'
import { useRef, useState } from 'react'
import { useDevice } from '../sync/api.ts'
import { GoodsField } from './goods-field.tsx'
import classes from './void-sale.module.css'

type Answer = { readonly reason: string; readonly goods: Goods }

type Props = {
  /** Opens the question, for example "Void this sale…". */
  readonly opener: string
  /** Names the form, and the button that voids. */
  readonly label: string
  readonly question: string
  readonly effect: string
  /** True if pieces of an item were sold, so that the stock must know where they are. */
  readonly hasGoods: boolean
  readonly onVoid: (answer: Answer, commandId: string) => Promise<unknown>
}

/** Button that undoes a sale after a question. */
export function VoidSale(props: Props) {
  const [isAsking, setAsking] = useState(false)
  const [isKept, setKept] = useState(false)
  if (!isAsking)
    return (
      <Button variant="default" className={classes.opener} autoFocus={isKept} onClick={() => setAsking(true)}>
        {props.opener}
      </Button>
    )
  const keep = () => {
    setAsking(false)
    setKept(true)
  }
  return <VoidForm {...props} onKeep={keep} />
}

/** Confirms that a sale is undone, asks where its goods are, and requires a reason. */
function VoidForm({ label, question, effect, hasGoods, onVoid, onKeep }: Props & { readonly onKeep: () => void }) {
  const { newId } = useDevice()
  const field = useRef<HTMLTextAreaElement>(null)
  const [commandId] = useState(newId)
  const [goods, setGoods] = useState<Goods>('back')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const run = async () => {
    if (reason.trim() === '') {
      field.current?.focus()
      return setProblem('Please enter a reason')
    }
    try {
      await onVoid({ reason, goods }, commandId)
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  return (
    <form
      className={classes.box}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <strong>{question}</strong>
      <span>{effect}</span>
      {hasGoods && <GoodsField value={goods} onChange={setGoods} isFirst />}
      <Textarea
        ref={field}
        size="md"
        label="Reason"
        autosize
        minRows={2}
        maxLength={500}
        {...(!hasGoods && { 'data-autofocus': true, autoFocus: true })}
        value={reason}
        error={problem}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" color="red.8">
          {label}
        </Button>
        <Button variant="default" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </form>
  )
}
