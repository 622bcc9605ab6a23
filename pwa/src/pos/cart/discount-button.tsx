import { Button } from '@mantine/core'
import classes from './cart.module.css'

type Props = {
  /** Object of the discount: a line's goods, or the cart. */
  readonly of: string
  readonly isDisabled?: boolean
  readonly keys?: string
  readonly onClick: () => void
}

/** Opens the window of a discount. */
export const DiscountButton = ({ of, isDisabled = false, keys, onClick }: Props) => (
  <Button
    variant="subtle"
    color="gray"
    className={classes.word}
    disabled={isDisabled}
    aria-label={`Discount on ${of}`}
    aria-haspopup="dialog"
    aria-keyshortcuts={keys}
    onClick={onClick}
  >
    Discount
  </Button>
)
