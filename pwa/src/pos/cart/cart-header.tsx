import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { Cart } from '@shop/shared/pos/schema.ts'
import { IconStack2, IconTrash } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { counted } from '../../ui/counted.ts'
import { Popup } from '../../ui/popup.tsx'
import { CountBadge } from '../../ui/tag.tsx'
import classes from './cart.module.css'
import { pieceCount } from './cart-changes.ts'
import { DiscountButton } from './discount-button.tsx'
import { WaitingCartList } from './waiting-cart-list.tsx'

export type HeaderWindow = 'park' | 'waiting' | null

type Props = {
  readonly cart: Cart
  readonly isPaid: boolean
  readonly waiting: readonly Cart[]
  readonly opened: HeaderWindow
  readonly onOpen: (opened: HeaderWindow) => void
  readonly onPark: (label: string) => void
  /** Opens the window of the discount on the whole cart. */
  readonly onDiscount: () => void
  readonly onDiscard: () => void
  readonly onResume: (cart: Cart) => void
}

export function CartHeader({ cart, isPaid, waiting, opened, onOpen, onPark, onDiscount, onDiscard, onResume }: Props) {
  const pieces = pieceCount(cart)
  const isEmpty = cart.lines.length === 0
  const waitingButton = useRef<HTMLButtonElement>(null)
  const parkButton = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => onOpen(null), [onOpen])
  return (
    <div className={classes.header}>
      <h2 className={classes.title}>
        {cart.label ? <bdi>{cart.label}</bdi> : 'Cart'}
        {pieces > 0 && <span className={classes.count}>{counted(pieces, 'piece')}</span>}
      </h2>
      <ActionIcon
        ref={waitingButton}
        variant="subtle"
        color="gray"
        className={classes.step}
        aria-label={`Parked carts, ${waiting.length}`}
        aria-haspopup="dialog"
        aria-expanded={opened === 'waiting'}
        title="Parked carts"
        onClick={() => onOpen(opened === 'waiting' ? null : 'waiting')}
      >
        <IconStack2 />
        <span className={classes.waitingCount} aria-hidden="true">
          <CountBadge count={waiting.length} label="parked" tone="neutral" />
        </span>
      </ActionIcon>
      <Popup isOpen={opened === 'waiting'} onClose={close} anchor={waitingButton} label="Parked carts">
        <WaitingCartList carts={waiting} onResume={onResume} />
      </Popup>
      {/* the discount of a cart that was emptied can still be removed */}
      <DiscountButton of="the whole cart" isDisabled={isEmpty && !cart.discount} onClick={onDiscount} />
      <Button
        ref={parkButton}
        variant="subtle"
        color="gray"
        className={classes.word}
        disabled={isEmpty}
        aria-label="Park this cart"
        aria-keyshortcuts="F8"
        aria-haspopup="dialog"
        aria-expanded={opened === 'park'}
        title="F8"
        onClick={() => onOpen(opened === 'park' ? null : 'park')}
      >
        Park
      </Button>
      <Popup isOpen={opened === 'park'} onClose={close} anchor={parkButton} label="Park this cart">
        <ParkForm label={cart.label} onPark={onPark} />
      </Popup>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.step}
        // an empty cart with payments can be discarded, so that these payments do not reach the next customer
        disabled={isEmpty && !isPaid}
        aria-label="Discard this cart"
        title="Discard"
        onClick={onDiscard}
      >
        <IconTrash />
      </ActionIcon>
    </div>
  )
}

function ParkForm({ label, onPark }: { label: string; onPark: (label: string) => void }) {
  const [text, setText] = useState(label)
  return (
    <form
      className={classes.park}
      onSubmit={(event) => {
        event.preventDefault()
        onPark(text.trim())
      }}
    >
      <TextInput
        size="md"
        label="Park as"
        placeholder="Red jacket, back in 10 minutes"
        maxLength={100}
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth>
        Park
      </Button>
    </form>
  )
}
