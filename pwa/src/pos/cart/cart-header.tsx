import { ActionIcon, Button, Indicator, Popover, TextInput } from '@mantine/core'
import type { Cart } from '@shop/shared/pos/schema.ts'
import { IconParking, IconStack2, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './cart.module.css'
import { pieceCount } from './cart-changes.ts'
import { WaitingCartList } from './waiting-cart-list.tsx'

/** Which of the header's small windows is open. */
export type HeaderWindow = 'park' | 'waiting' | null

type Props = {
  readonly cart: Cart
  readonly waiting: readonly Cart[]
  readonly opened: HeaderWindow
  readonly onOpen: (opened: HeaderWindow) => void
  readonly onPark: (label: string) => void
  readonly onDiscard: () => void
  readonly onResume: (cart: Cart) => void
}

/** What can be done with the cart as a whole: park, take another one, throw away. */
export function CartHeader({ cart, waiting, opened, onOpen, onPark, onDiscard, onResume }: Props) {
  const pieces = pieceCount(cart)
  const isEmpty = cart.lines.length === 0
  return (
    <div className={classes.header}>
      <h2 className={classes.title}>
        {cart.label ? <bdi>{cart.label}</bdi> : 'Cart'}
        {pieces > 0 && <span className={classes.count}>{pieces === 1 ? '1 piece' : `${pieces} pieces`}</span>}
      </h2>
      <Popover
        opened={opened === 'waiting'}
        onChange={(isOpen) => onOpen(isOpen ? 'waiting' : null)}
        position="bottom-end"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Indicator label={waiting.length} disabled={waiting.length === 0} size={18} offset={6}>
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.step}
              aria-label={`Parked carts, ${waiting.length}`}
              title="Parked carts"
              onClick={() => onOpen(opened === 'waiting' ? null : 'waiting')}
            >
              <IconStack2 />
            </ActionIcon>
          </Indicator>
        </Popover.Target>
        <Popover.Dropdown>
          <WaitingCartList carts={waiting} onResume={onResume} />
        </Popover.Dropdown>
      </Popover>
      <Popover opened={opened === 'park'} onChange={(isOpen) => onOpen(isOpen ? 'park' : null)} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.step}
            disabled={isEmpty}
            aria-label="Park this cart"
            aria-keyshortcuts="F8"
            title="Park (F8)"
            onClick={() => onOpen(opened === 'park' ? null : 'park')}
          >
            <IconParking />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <ParkForm label={cart.label} onPark={onPark} />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.step}
        disabled={isEmpty}
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
